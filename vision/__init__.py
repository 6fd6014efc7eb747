"""Pixels in, what lies on the table out. Knows no rules; weights and galleries arrive as paths."""
