"""The table besides its cards: background, motion, plane."""
