"""The tables of a store: the league, its matches and its runs."""

from typing import Final

import sqlalchemy as sql

FORMAT: Final = "2"
"""The version number of the tables. It increases when a new release could misread data stored by an older release."""
SEAL: Final = "seal"
"""The key of the seal (a hash over all rows), the only value of a league that changes with every match."""

METADATA: Final = sql.MetaData()
LEAGUE: Final = sql.Table(
    "league",
    METADATA,
    sql.Column("key", sql.Text, primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
MATCHES: Final = sql.Table(
    "matches",
    METADATA,
    sql.Column("ordinal", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("id", sql.LargeBinary(16), nullable=False, unique=True),
    sql.Column("record", sql.LargeBinary, nullable=False),
    sql.Column("timing", sql.LargeBinary, nullable=False),
    sql.Column("mark", sql.LargeBinary(16), nullable=False),
)
RUNS: Final = sql.Table(
    "runs",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("report", sql.Text, nullable=False),
    sql.Column("mark", sql.LargeBinary(16), nullable=False),
)
