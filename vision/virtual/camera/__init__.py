"""Cameras: positions, lens and sensor, and the faults of cheap ones."""
