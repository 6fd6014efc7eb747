"""A session recorded as it came to the table, and played again (docs/recordings.md)."""
