"""Light: one lamp over a session, and every light of single pictures."""
