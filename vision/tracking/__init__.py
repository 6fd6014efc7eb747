"""Cards through time."""
