"""What a card is: embeddings, local features, calibrated probabilities."""
