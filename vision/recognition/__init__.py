"""Recognition of cards: embeddings, local features, calibrated probabilities."""
