"""Functions for tests that find journals of tables and write changed copies of them."""

from pathlib import Path

from arena.tables.facts import read_facts
from arena.tables.journal import Journal


def finished(folder: Path) -> Path:
    """Returns the journal of a finished match in the folder."""
    return next(path for path in folder.glob("*.jsonl") if read_facts(path).record)


def copy(path: Path, folder: Path, event: str, **values: object) -> Journal:
    """Copies a journal to `folder` and returns the copy, in which all events of the kind `event` have these values."""
    journal, events = Journal.reopen(path)
    journal.close()
    told = [one | values if one["event"] == event else one for one in events]
    return Journal.begin(folder / path.name, *told)
