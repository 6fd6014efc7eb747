"""Evenings in their order, whatever the clock said; many tables in one log, their pictures beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Number the evenings as they began; on a server, keep the pictures too."""
    for table in ("evenings", "events"):
        op.add_column(table, sa.Column("at_table", sa.String(64), nullable=False, server_default=""))
    op.add_column("evenings", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    first = "coalesce((SELECT min(events.id) FROM events WHERE events.evening = evenings.id), 0)"
    connection = op.get_bind()
    known = (
        connection.execute(sa.text(f"SELECT id FROM evenings ORDER BY {first}, started, id")).scalars().all()
    )
    for number, evening in enumerate(known, 1):
        connection.execute(
            sa.text("UPDATE evenings SET number = :number WHERE id = :id"), {"number": number, "id": evening}
        )
    if connection.dialect.name != "sqlite":
        op.create_table(
            "pictures",
            sa.Column("digest", sa.String(32), primary_key=True),
            sa.Column("jpeg", sa.LargeBinary, nullable=False),
        )
