"""The log of the evening: its events, what holds after them, and its entries."""
