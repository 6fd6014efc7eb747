"""The databases of the log: one SQLite file, or a PostgreSQL server."""
