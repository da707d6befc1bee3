"""In which turn a job was taken last, how often it was lost with its worker, and how often it failed."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns."""
    for name in ("taken", "lost", "failed"):
        op.add_column("job", sql.Column(name, sql.Integer, nullable=False, server_default="0"))
