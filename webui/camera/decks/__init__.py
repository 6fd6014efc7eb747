"""Decks: which can be read, and how a new one is learnt."""
