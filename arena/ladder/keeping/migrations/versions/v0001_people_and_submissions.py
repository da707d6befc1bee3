"""Makes the tables of people, tokens, bots, submissions, notes, jobs, allowances and events."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None

NEVER_CHANGED = ("event", "note")
STAYS = """
CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'what is written in % stays', TG_TABLE_NAME; END $$
"""


def upgrade() -> None:
    """Creates the tables, and triggers that forbid changing or deleting notes and events."""
    op.create_table(
        "person",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("name_key", sql.String(160), nullable=False, unique=True),
        sql.Column("role", sql.String(16), nullable=False),
        sql.Column("made_ms", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "token",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("person_id", sql.Integer, sql.ForeignKey("person.id"), nullable=False, index=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("hash", sql.String(32), nullable=False, unique=True),
        sql.Column("scopes", sql.String(200), nullable=False),
        sql.Column("made_ms", sql.BigInteger, nullable=False),
        sql.Column("expires_ms", sql.BigInteger, nullable=False),
        sql.Column("last_ms", sql.BigInteger),
        sql.Column("ended_ms", sql.BigInteger),
    )
    op.create_table(
        "bot",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("person_id", sql.Integer, sql.ForeignKey("person.id"), nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("name_key", sql.String(160), nullable=False),
        sql.Column("public_key", sql.String(160), unique=True),
        sql.UniqueConstraint("person_id", "name_key"),
    )
    op.create_table(
        "submission",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("person_id", sql.Integer, sql.ForeignKey("person.id"), nullable=False),
        sql.Column("key", sql.String(32), nullable=False),
        sql.Column("digest", sql.String(64), nullable=False, index=True),
        sql.Column("size", sql.BigInteger, nullable=False),
        sql.Column("state", sql.String(16), nullable=False),
        sql.Column("bot_id", sql.Integer, sql.ForeignKey("bot.id"), index=True),
        sql.Column("version", sql.String(40)),
        sql.Column("content_hash", sql.String(32)),
        sql.Column("received_ms", sql.BigInteger, nullable=False),
        sql.Column("changed_ms", sql.BigInteger, nullable=False),
        sql.Column("checked_ms", sql.BigInteger),
        sql.UniqueConstraint("person_id", "key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_active",
        "submission",
        ["bot_id"],
        unique=True,
        sqlite_where=sql.text("state = 'active'"),
        postgresql_where=sql.text("state = 'active'"),
    )
    op.create_table(
        "note",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False, index=True),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("state", sql.String(16), nullable=False),
        sql.Column("sentence", sql.Text, nullable=False),
        sql.Column("hint", sql.Text, nullable=False),
        sql.Column("output", sql.Text, nullable=False),
    )
    op.create_table(
        "job",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("key", sql.String(80), nullable=False, unique=True),
        sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False),
        sql.Column("due_ms", sql.BigInteger, nullable=False),
        sql.Column("lease_ms", sql.BigInteger, nullable=False),
        sql.Column("holder", sql.String(32), nullable=False),
        sql.Column("tries", sql.Integer, nullable=False),
        sql.Column("done_ms", sql.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "allowance",
        sql.Column("key", sql.String(100), primary_key=True),
        sql.Column("full_ms", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "event",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("at_ms", sql.BigInteger, nullable=False),
        sql.Column("actor", sql.String(100), nullable=False),
        sql.Column("act", sql.String(40), nullable=False),
        sql.Column("subject", sql.String(100), nullable=False),
        sqlite_autoincrement=True,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(STAYS)
        for table in NEVER_CHANGED:
            op.execute(
                f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} EXECUTE FUNCTION stays()"
            )
    else:
        for table in NEVER_CHANGED:
            for act in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'what is written in {table} stays'); END"
                )
