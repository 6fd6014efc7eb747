"""The log of the session: its events, what holds after them, and its entries."""
