"""`arena verify`: verifies the results of a league, or of tables at which people played."""

import time
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.terminal.progress import ProgressLine
from arena.errors import ArenaError
from arena.league.playing.progress import Progress
from arena.tables.audit import audit_tables, holds_tables
from arena.tables.facts import FINISHED
from arena.text import json_text, printable
from leaderboards.audit.verification import Verification
from leaderboards.audit.verification import verify as audit
from leaderboards.store import Store
from leaderboards.store.places.address import is_url, without_password
from leaderboards.store.places.database import RESTORE


def verify(db: str, commitment: str | None, seal: str | None, as_json: bool) -> None:
    """Verifies all results of a league, or of tables at which people played, by playing every match again. Raises
    ArenaError [not-verified] if anything differs.
    """
    if holds_tables(db):
        if commitment or seal:
            raise click.UsageError(
                "--commitment and --seal cannot be used with tables, whose files have a checksum on each line"
            )
        _verify_tables(db, as_json=as_json)
        return
    found = _audited(db)
    found.demand("commitment", found.commitment, commitment)
    found.demand("seal", found.seal, seal)
    if as_json:
        click.echo(json_text(_as_json(found)))
    else:
        _print(found)
    if found.failures:
        count = len(found.failures)
        failures = f"{count} {'failure' if count == 1 else 'failures'}"
        raise ArenaError(
            "not-verified",
            f"the results in {without_password(db)} do not pass the verification: {failures}",
            RESTORE,
        )


def _verify_tables(place: str, *, as_json: bool) -> None:
    tables = audit_tables(place)
    failures = [(table.id, failure) for table in tables for failure in table.failures]
    finished = sum(table.state == FINISHED for table in tables)
    if as_json:
        told = [{"table": table, **failure._asdict()} for table, failure in failures]
        click.echo(json_text({"tables": len(tables), "matches": finished, "failures": told}))
    else:
        for table, failure in failures:
            sentence = f"table {table}: {failure.part}: expected {failure.expected}, but found {failure.there}"
            click.echo(printable(sentence))
        click.echo(printable(f"{place}: {finished} finished matches of {len(tables)} tables played again"))
    if failures:
        count = f"{len(failures)} {'failure' if len(failures) == 1 else 'failures'}"
        raise ArenaError(
            "not-verified",
            f"the tables at which people played, in {place}, do not pass the verification: {count}",
            'restore the file TABLE.jsonl of each listed table from a backup; but if the failure is "rules", verify '
            "the table with the release of the arena with which it was played",
        )


def _audited(db: str) -> Verification:
    """Verifies the results in a store while printing the progress, and returns the outcome."""
    with closing(Store.open(db)) as store, ProgressLine() as progress_line:
        progress = Progress(0, 0, 0, time.monotonic())
        with suppress(ArenaError):
            progress.total = store.count()

        def on_progress(matches: int) -> None:
            progress.stored = matches
            progress_line(progress)

        found = audit(store, _folder(db, store), on_progress)
        if progress.stored:
            progress.stored = found.matches
            progress_line.finish(progress)
    return found


def _folder(db: str, store: Store) -> Path:
    """Returns the folder in which the standings files of these results should be."""
    if is_url(db):
        return Path("results") / str(store.identity()["name"])
    return Path(db) if Path(db).is_dir() else Path(db).parent


def _as_json(found: Verification) -> dict[str, object]:
    return {
        "league": found.league,
        "matches": found.matches,
        "missing": found.count_missing(),
        "being_played": found.being_played,
        "commitment": found.commitment,
        "seal": found.seal,
        "seed": None if found.seed is None else str(found.seed),
        "remotes": found.remotes,
        "files": found.files,
        "failures": [asdict(failure) for failure in found.failures],
    }


def _print(found: Verification) -> None:
    for failure in found.failures:
        click.echo(printable(failure.sentence()))
    missing = found.count_missing()
    gaps = f", {missing} before the last of them missing" if missing else ""
    files = ", ".join(found.files) or "no standings files"
    if found.being_played:
        click.echo(
            "the league is still being played; only the matches that were stored when this command began are verified"
        )
    click.echo(printable(f"{found.league}: {found.matches} matches played again{gaps}; {files} compared"))
    for bot in found.remotes:
        click.echo(
            printable(
                f"{bot} ran on its owner's machine: verify checks that its choices were legal, but not that it would "
                "choose them again"
            )
        )
    seed = "" if found.seed is None else f"\nseed: {found.seed}"
    click.echo(f"commitment: {found.commitment}\nseal: {found.seal}{seed}")
