"""Recordings: observations and everything else that reaches the table, in an append-only file (docs/recordings.md)."""
