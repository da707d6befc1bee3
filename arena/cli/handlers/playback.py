"""`arena playback`: plays a stored match back to a bot, turn by turn."""

import asyncio
import sys
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from threading import Thread

import click
from google.protobuf import json_format, text_format
from google.protobuf.message import Message

from arena.authoring.playback import Answer, PastSeat, PastTurn, past_seat, play_back, recorded, rows_of
from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest
from arena.building.ready import ready
from arena.cli.confinement import box_at
from arena.cli.handlers.record_download import fetched, is_page
from arena.cli.options.output import output_folder
from arena.cli.terminal.interrupts import run_interruptibly
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.games.chance import SEED_BYTES
from arena.games.registry import create_game, league_components, shipped_components
from arena.league.schedule import Fixtures, create_schedule
from arena.match import MatchRecord
from arena.text import json_text, one_line, printable
from leaderboards.store import Store, StoredMatch
from leaderboards.store.values.initial_values import stored_league


def playback(
    db: str,
    match: str,
    seat: str | None,
    bot: str | None,
    *,
    at: int | None,
    wait: bool,
    save: Path | None,
    sandbox: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Asks a bot again for its choices in a stored match, and prints the choices that differ from the record."""
    if is_page(db):
        seat, bot = (match, seat) if seat else (None, match)
    if bot is None or (seat is None and not is_page(db)):
        raise click.UsageError(
            "give DB MATCH SEAT BOT, or URL#MATCH BOT, or URL#MATCH SEAT BOT if the seat is not clear"
        )
    manifest = read_manifest(find_manifest(bot, Path()))
    past = _fetched(db, seat, manifest) if is_page(db) else _stored(db, match, _seat(seat))
    if at is not None and at > len(past.turns):
        had = len(past.turns)
        raise ArenaError(
            "no-turn",
            f"turn {at} does not exist, because seat {past.seat} had {had} turns in this match",
            f"give --at a number from 1 to {had}",
        )
    demand_game(manifest, past.record.spec.game)
    if save:
        write_whole({save: recorded(past)})
    launch = ready(manifest, tell).launch(box_at(sandbox), output_folder(output, [manifest]))
    player = _Player(past, at if at or not wait else 1, wait, as_json)
    run_interruptibly(play_back(past, launch, player.on_answer, player.stop))
    player.sum_up()
    if player.differing():
        sys.exit(1)


def _stored(db: str, match: str, seat: int) -> PastSeat:
    """Returns the turns of a seat in a match of stored results. Raises ArenaError if the results, the match or the seat
    cannot be found.

    `seat`: the number of the seat, from 0.
    """
    with closing(Store.open(db)) as store:
        stored = store.find(match)
        past = past_seat(stored.record, create_game(stored.record.spec.game, store.components()), seat, stored.notes)
        return past._replace(seed=_seed(store, stored, seat))


def _fetched(address: str, seat: str | None, bot: Manifest) -> PastSeat:
    """Downloads a match from a server, and returns the turns of one seat. The seed of the bot is unknown and set to 0.

    `seat`: the number of the seat, from 0; None means the seat of the bot.

    Raises ArenaError if the match or the seat cannot be found. Raises [bad-document] if the game does not have the
    match's edition or number of seats. Raises [other-components] if this release lacks the game's data, such as cards,
    with which the match was played.
    """
    record, notes = fetched(address)
    spec = record.spec
    known = (shipped_components(spec.game), league_components(spec.game))
    hashed = {blake2b(text.encode(), digest_size=SEED_BYTES).digest(): text for text in known}
    game = create_game(spec.game, hashed.get(spec.components))
    if len(spec.entrants) not in game.info.seats or spec.edition not in game.info.editions:
        raise ArenaError(
            "bad-document",
            f"the downloaded match has a number of seats or an edition that {game.info.title} does not allow",
            "check that the address is the page of a match; if it is, use the release of the arena that the server "
            "runs",
        )
    if spec.components not in hashed:
        raise ArenaError(
            "other-components",
            f"match {spec.id.hex()} was played with data of {spec.game}, such as cards or openings, that this release "
            "of the arena does not contain",
            "use the release of the arena that the server runs; if the league has its own cards or openings, no "
            "release contains them, so give the database of the league's results: arena playback DB MATCH SEAT BOT",
        )
    tell("the page of a match does not have the seed that the bot was given; here the bot gets seed 0")
    return past_seat(record, game, _own_seat(record, bot) if seat is None else _seat(seat), notes)


def _own_seat(record: MatchRecord, bot: Manifest) -> int:
    """Returns the seat of the entrant with the bot's name. If no entrant has this name, returns the seat of the entrant
    with the same files. Raises ArenaError [no-seat] if no entrant has the same name or files, or if several have.
    """
    there = record.spec.entrants
    seats = [seat for seat, entrant in enumerate(there) if entrant.name == bot.name]
    seats = seats or [seat for seat, entrant in enumerate(there) if entrant.content_hash == bot.content_hash]
    if len(seats) != 1:
        names = ", ".join(f"{seat} {entrant.name}" for seat, entrant in enumerate(there))
        raise ArenaError(
            "no-seat",
            "the command does not name a seat, so the bot must have exactly one seat in this match, but "
            f"{bot.name} has {len(seats) or 'no'} seats",
            f"give the number of a seat before the bot, as in URL#MATCH SEAT BOT; the seats are {names}",
        )
    return seats[0]


def _seat(text: str | None) -> int:
    try:
        return int(text or "")
    except ValueError:
        raise click.UsageError(f"{text!r} is not a seat; give the number of a seat, from 0") from None


def _seed(store: Store, stored: StoredMatch, seat: int) -> int:
    """Returns the seed that the bot in this seat received. If the schedule does not contain the match, prints a message
    and returns 0.
    """
    league = stored_league(store.values())
    fixtures = Fixtures(league)
    for block in create_schedule(league, store).blocks():
        ordinals = fixtures.ordinals(block)
        if stored.ordinal in ordinals:
            assignment = fixtures.assignments(block)[stored.ordinal - ordinals.start]
            if assignment.spec.id == stored.record.spec.id:
                return assignment.seeds[seat]
            break
    tell("the schedule does not have the seed that the bot was given; here the bot gets seed 0")
    return 0


class _Player:
    """Prints a playback in the terminal, or collects the bot's answers for JSON output."""

    def __init__(self, past: PastSeat, at: int | None, wait: bool, as_json: bool) -> None:
        self._past = past
        self._at = at
        self._wait = wait
        self._as_json = as_json
        self._answers: list[Answer] = []
        self._shown: dict[str, object] | None = None
        if not as_json:
            spec = past.record.spec
            name = spec.entrants[past.seat].name
            click.echo(
                printable(f"match {spec.id.hex()}  {spec.game}, edition {spec.edition}, seat {past.seat}, {name}")
            )

    async def stop(self, past: PastTurn, process: int) -> bool:
        """Prints the turn if `--at` names it; with `--wait`, then waits for Enter. Returns whether it waited.

        Called before each turn. With `--wait`, `--at` is 1 if the user does not give it.

        `process`: the id of the bot's process.
        """
        if past.number != self._at:
            return False
        self._show(past)
        if self._wait:
            click.echo(f"attach a debugger to process {process}, then press Enter", err=self._as_json)
            await _enter()
        return self._wait

    def on_answer(self, answer: Answer) -> None:
        """Prints the bot's answer if it differs from the recorded choice, if the seat forfeited in this turn, or if
        `--at` names the turn. Always prints the bot's notes.
        """
        self._answers.append(answer)
        number = answer.past.number
        if not self._as_json and (answer.differs() or answer.past.fault or number == self._at):
            click.echo(printable(f"turn {number:3}  recorded: {answer.recorded}; now: {answer.notation}"))
        for when, note in (("noted then", answer.past.note), ("noted now", answer.note)):
            if note and not self._as_json:
                click.echo(f"turn {number:3}  {when} | {one_line(note.expandtabs())}")

    def differing(self) -> int:
        """Returns the number of choices that differ from the recorded choices."""
        return sum(answer.differs() for answer in self._answers)

    def sum_up(self) -> None:
        """Prints how many choices equal the recorded choices; with JSON output, prints all choices, too."""
        total = sum(answer.past.action is not None for answer in self._answers)
        same = total - self.differing()
        if not self._as_json:
            click.echo(f"{same} of {total} choices are the recorded ones")
            return
        choices = [
            {
                "turn": answer.past.number,
                "recorded": answer.recorded,
                "chosen": answer.notation,
                "differs": answer.differs(),
                "noted": {"then": answer.past.note, "now": answer.note},
            }
            for answer in self._answers
        ]
        spec = self._past.record.spec
        told = {"match": spec.id.hex(), "seat": self._past.seat, "same": same, "of": total, "choices": choices}
        click.echo(json_text(told | ({"shown": self._shown} if self._shown else {})))

    def _show(self, past: PastTurn) -> None:
        turn, game = past.turn, self._past.game
        view: Message = getattr(turn, turn.WhichOneof("view") or "")
        rows = rows_of(self._past, past)
        legal = [game.action_name(past.state, action) for action in turn.legal]
        if self._as_json:
            as_dict = json_format.MessageToDict(view, preserving_proto_field_name=True) if rows is None else rows
            self._shown = {"turn": past.number, "view": as_dict, "legal": legal}
            return
        click.echo(f"turn {past.number}, the view:")
        if rows is None:
            click.echo(printable(text_format.MessageToString(view, use_short_repeated_primitives=True)), nl=False)
        for name, values in (rows or {}).items():
            click.echo(printable(f"{name}: {values}"))
        click.echo(printable(f"legal: {', '.join(legal)}"))


async def _enter() -> None:
    """Waits for Enter or for the end of standard input. A separate thread reads the input, so that waiting does not
    delay an interrupt.
    """
    loop, entered, keyboard = asyncio.get_running_loop(), asyncio.Event(), sys.stdin

    def read() -> None:
        try:
            keyboard.readline()
        finally:
            loop.call_soon_threadsafe(entered.set)

    Thread(target=read, daemon=True, name="waits for Enter").start()
    await entered.wait()
