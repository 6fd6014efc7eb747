"""Training of the weights: offline tools, installed by the `train` extra."""
