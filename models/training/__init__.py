"""How the weights were made: offline tools, installed by the `train` extra."""
