"""Audits the finished matches of tables: compares each stored record with the table's journal, and plays it again."""

from dataclasses import dataclass, field
from pathlib import Path

from arena.errors import ArenaError
from arena.games.registry import create_game, find_game
from arena.match import Course, MatchRecord
from arena.match.rerun import Difference, rerun
from arena.tables.facts import Facts, read_facts
from arena.tables.journal import ENDING, journals
from arena.tables.table_settings import components_hash, dealt


@dataclass(slots=True)
class TableAudit:
    """The result of the audit of one table."""

    id: str
    state: str = ""
    """The table's state; empty if the journal is damaged."""
    failures: list[Difference] = field(default_factory=list)


def holds_tables(place: str) -> bool:
    """Returns whether this path is a journal of a table, or a folder with such journals."""
    path = Path(place)
    return (path.is_file() and path.suffix == ENDING) or (path.is_dir() and any(path.glob(f"*{ENDING}")))


def audit_tables(place: str) -> list[TableAudit]:
    """Audits the tables whose journals are in a folder; returns a result for each table.

    `place`: the folder, or the journal of one table.
    """
    path = Path(place)
    paths = [path] if path.is_file() else journals(path)
    return [_audited(one) for one in paths]


def kept_record(place: str, table: str) -> MatchRecord:
    """Returns the record of a table's finished match; raises ArenaError [no-match], [damaged-table], [other-rules].

    `place`: the folder of the tables' journals, or the table's own journal.
    """
    path = Path(place)
    path = path if path.is_file() else path / f"{table}{ENDING}"
    if path.stem != table or not path.is_file():
        raise ArenaError(
            "no-match",
            f"{place} does not contain a table {table!r}",
            "give the id of a table, which is the name of its file without .jsonl",
        )
    facts = read_facts(path)
    if facts.record is None:
        raise ArenaError("no-match", f"the match of table {table} is not over", "wait until the match is over")
    facts.demand_same_rules()
    return facts.record


def _audited(path: Path) -> TableAudit:
    found = TableAudit(path.stem)
    try:
        facts = read_facts(path)
    except ArenaError as error:
        found.failures.append(Difference("journal", "one as it was written", error.message))
        return found
    found.state = facts.state
    if facts.id != path.stem:
        found.failures.append(Difference("id", path.stem, facts.id))
    if facts.record:
        found.failures += _differences(facts, facts.record)
    return found


def _differences(facts: Facts, record: MatchRecord) -> list[Difference]:
    terms, there = facts.terms, record.spec
    if there != facts.spec():
        return [Difference("spec", "that of the table", "another")]
    if terms.seed is not None and there.deal != dealt(terms.seed):
        return [Difference("deal", f"that of seed {terms.seed}", there.deal.hex())]
    rules, here = find_game(terms.game).info.rules_version, components_hash(terms.game)
    if (there.rules_version, there.components) != (rules, here):
        sentence = f"version {there.rules_version} and components {there.components.hex()}"
        return [Difference("rules", f"version {rules} and components {here.hex()}, as here", sentence)]
    if Course(record.actions, record.faults, record.handovers) != facts.course():
        return [Difference("actions", "those that were told, with all faults and handovers", "others")]
    return rerun(record, create_game(terms.game))
