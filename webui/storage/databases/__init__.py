"""Where the log lies: one SQLite file, or a PostgreSQL server."""
