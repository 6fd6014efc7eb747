"""Recordings: what was seen, and what else came to the table, in a file that only grows (docs/recordings.md)."""
