"""Weights and galleries: where they lie and what they are."""
