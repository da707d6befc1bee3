"""Makes the table of challenges."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Creates the table `challenge`."""
    op.create_table(
        "challenge",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False, index=True),
        sql.Column("ladder", sql.String(60), nullable=False),
        sql.Column("rival", sql.String(80), nullable=False),
        sql.Column("rival_hash", sql.String(32), nullable=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
