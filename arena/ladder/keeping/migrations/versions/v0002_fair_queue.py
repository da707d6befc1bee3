"""Adds columns to the table of jobs, for a fair queue: the order in which jobs were last taken, and the numbers of lost
and failed attempts.
"""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns `taken`, `lost` and `failed` to the table of jobs."""
    for name in ("taken", "lost", "failed"):
        op.add_column("job", sql.Column(name, sql.Integer, nullable=False, server_default="0"))
