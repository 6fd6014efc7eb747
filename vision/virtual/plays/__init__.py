"""Plays: throws on a clock, and arrangements of cards for single pictures."""
