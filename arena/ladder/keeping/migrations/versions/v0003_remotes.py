"""Makes the table of remote bots."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Creates the table `remote`."""
    op.create_table(
        "remote",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("person_id", sql.Integer, sql.ForeignKey("person.id"), nullable=False, index=True),
        sql.Column("ladder", sql.String(60), nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("name_key", sql.String(160), nullable=False),
        sql.Column("hash", sql.String(32), nullable=False, unique=True),
        sql.Column("made_ms", sql.BigInteger, nullable=False),
        sql.Column("ended_ms", sql.BigInteger),
        sql.UniqueConstraint("ladder", "name_key"),
    )
