"""Maintenance of a log: backups, deletion, take-over, salvage."""
