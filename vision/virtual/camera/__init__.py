"""Cameras: where they stand, what lens and sensor do, and what cheap ones add."""
