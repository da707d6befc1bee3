"""Makes the table with the times when feeds first reported faults of submissions."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the table `fault_news`."""
    op.create_table(
        "fault_news",
        sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), primary_key=True),
        sql.Column("ladder", sql.String(60), primary_key=True),
        sql.Column("faults", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
    )
