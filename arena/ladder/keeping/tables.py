"""The tables of a ladder in this release. The files in `migrations` create them, and a test compares these definitions
with the result.
"""

from typing import Final

import sqlalchemy as sql

METADATA: Final = sql.MetaData()

PERSON: Final = sql.Table(
    "person",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("name_key", sql.String(160), nullable=False, unique=True),
    sql.Column("role", sql.String(16), nullable=False),
    sql.Column("made_ms", sql.BigInteger, nullable=False),
)
TOKEN: Final = sql.Table(
    "token",
    METADATA,
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
"""The tokens of people, by hash. `ended_ms`: the time when the token was revoked or, for a sign-in link, used; None if
neither has happened.
"""
BOT: Final = sql.Table(
    "bot",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("person_id", sql.Integer, sql.ForeignKey("person.id"), nullable=False),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("name_key", sql.String(160), nullable=False),
    sql.Column("public_key", sql.String(160), unique=True),
    sql.UniqueConstraint("person_id", "name_key"),
)
"""The bots of people.

`public_key`: None until a version of the bot becomes active, then equal to `name_key`; it is unique, so no two authors
have active bots of the same name.
"""
SUBMISSION: Final = sql.Table(
    "submission",
    METADATA,
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
    sql.Index(
        "one_active",
        "bot_id",
        unique=True,
        sqlite_where=sql.text("state = 'active'"),
        postgresql_where=sql.text("state = 'active'"),
    ),
    sqlite_autoincrement=True,
)
"""The submissions. `key` is chosen by the client, so that a repeated upload does not make a second submission; `digest`
is the hash of the archive.
"""
NOTE: Final = sql.Table(
    "note",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False, index=True),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("state", sql.String(16), nullable=False),
    sql.Column("sentence", sql.Text, nullable=False),
    sql.Column("hint", sql.Text, nullable=False),
    sql.Column("output", sql.Text, nullable=False),
)
"""The history of each submission, with one row for each change of its state; no row is ever changed."""
JOB: Final = sql.Table(
    "job",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("key", sql.String(80), nullable=False, unique=True),
    sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False),
    sql.Column("due_ms", sql.BigInteger, nullable=False),
    sql.Column("lease_ms", sql.BigInteger, nullable=False),
    sql.Column("holder", sql.String(32), nullable=False),
    sql.Column("tries", sql.Integer, nullable=False),
    sql.Column("done_ms", sql.BigInteger),
    sql.Column("taken", sql.Integer, nullable=False, server_default="0"),
    sql.Column("lost", sql.Integer, nullable=False, server_default="0"),
    sql.Column("failed", sql.Integer, nullable=False, server_default="0"),
    sqlite_autoincrement=True,
)
"""The jobs of examining submissions; a job belongs to its holder, a worker, until the time `lease_ms`.

`taken`: a number that orders the jobs by the time when a worker last took them, 0 if none did; `lost`: how often in a
row the holder has disappeared, plus 1 during an attempt; `failed`: how often the build or check of the submission has
failed.
"""
REMOTE: Final = sql.Table(
    "remote",
    METADATA,
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
"""The bots that run on their authors' machines. `hash`: the hash of the bot's token; `made_ms`: the time when the token
was made; `ended_ms`: the time when the bot was withdrawn, or None.
"""
CHALLENGE: Final = sql.Table(
    "challenge",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), nullable=False, index=True),
    sql.Column("ladder", sql.String(60), nullable=False),
    sql.Column("rival", sql.String(80), nullable=False),
    sql.Column("rival_hash", sql.String(32), nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
"""The challenges that authors have requested. `rival`: the other bot's name on the ladder; `rival_hash`: its content
hash.

The state of a challenge is not in this table. It is read from the challenge's folder, which is named by the challenge's
number.
"""
ALLOWANCE: Final = sql.Table(
    "allowance",
    METADATA,
    sql.Column("key", sql.String(100), primary_key=True),
    sql.Column("full_ms", sql.BigInteger, nullable=False),
)
FAULT_NEWS: Final = sql.Table(
    "fault_news",
    METADATA,
    sql.Column("submission_id", sql.Integer, sql.ForeignKey("submission.id"), primary_key=True),
    sql.Column("ladder", sql.String(60), primary_key=True),
    sql.Column("faults", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
)
"""The numbers of faults that a news feed has reported, for each submission in each ladder.

`at_ms`: the time when the feed first reported this number.
"""
EVENT: Final = sql.Table(
    "event",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("actor", sql.String(100), nullable=False),
    sql.Column("act", sql.String(40), nullable=False),
    sql.Column("subject", sql.String(100), nullable=False),
    sqlite_autoincrement=True,
)
"""The log of organisers' actions; no row is ever changed."""
