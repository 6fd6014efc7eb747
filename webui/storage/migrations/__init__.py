"""How the store's tables came to be, step by step (Alembic)."""
