"""Light: one lamp over an evening, and every light that a single picture may have."""
