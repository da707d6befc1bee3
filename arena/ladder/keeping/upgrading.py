"""Upgrades the tables of a ladder to this release in one step, after copying the database.

Rule: a database of a later release is refused.
"""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from arena.errors import ArenaError
from arena.ladder.keeping.base import Base

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def is_current(base: Base, migrations: Path = MIGRATIONS) -> bool:
    """Returns whether the tables are those of this release; raises ArenaError [later-ladder] if a later release made
    them.
    """
    script = ScriptDirectory.from_config(_config(migrations))
    there = revision_of(base)
    if there is not None and there not in {one.revision for one in script.walk_revisions()}:
        raise ArenaError(
            "later-ladder",
            f"the ladder's database {base.where} was made by a later release of the arena: the version of its "
            f"tables is {there}",
            "use the later release of the arena, or restore a backup from before the upgrade",
        )
    return there == script.get_current_head()


def upgrade(base: Base, migrations: Path = MIGRATIONS, to: str = "head") -> str | None:
    """Copies the database, and upgrades its tables in one transaction; returns the path or address of the copy.

    Returns None and makes no copy if there are no tables yet. `to`: the revision to which the tables are upgraded;
    "head" is the newest.
    """
    there = revision_of(base)
    config = _config(migrations)
    with base.writing() as connection:
        copy = None if there is None else base.copy_before(connection, there)
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    return copy


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def revision_of(base: Base) -> str | None:
    """Returns the revision number of the tables in a database; None if there are no tables."""
    with base.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()
