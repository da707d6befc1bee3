"""Adds columns for a fair queue: when a job was last taken, how often its worker was lost, how often it failed."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns."""
    for name in ("taken", "lost", "failed"):
        op.add_column("job", sql.Column(name, sql.Integer, nullable=False, server_default="0"))
