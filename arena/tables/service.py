"""The table service: all tables of a server. It opens, finds and restores tables, and closes idle ones.

Rule 1: the number of tables that are open or running at the same time is limited, because each of them starts
processes. If the limit forbids a new table, the error names the limit.
Rule 2: no table keeps running unattended: an idle table is closed after a warning, and all tables stop with the server.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.files.tokens import Draw, hashed, new_token
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match.frames import TABLE, Eyes
from arena.tables.bots import Bots
from arena.tables.facts import CLOSED, FINISHED, OPEN, RUNNING, Facts, read_facts
from arena.tables.journal import ENDING, Journal, damaged, journals, set_aside
from arena.tables.running_match import Means
from arena.tables.table import Role, Table
from arena.tables.table_settings import PERSON, Terms, components_hash, dealt, read_name

FOLDER: Final = "tables"
"""The default name of the folder with the tables' journals."""
LOCK: Final = ".lock"
REMOVED: Final = "removed"
"""The name of the subfolder for the journals of removed tables."""
ID_BYTES: Final = 6
HOUR_S: Final = 3600.0
SEED_OF_BOT_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a table service: the most tables, bots and followers, and when an idle table is closed."""

    tables: int = 16
    """The most tables that may be open or running at the same time."""
    opened_an_hour: int = 240
    """The most tables that may be opened within an hour; closed and removed tables count too."""
    bots: int = 48
    """The most bots at all open and running tables together, including the substitutes of people."""
    watching: int = 256
    """The most followers without a seat, at all tables together. A follower is a connection that receives a table's
    events.
    """
    watching_one: int = 64
    following_of_seat: int = 32
    """The most connections that follow the table from one seat. A lost connection counts until the server notices the
    loss.
    """
    idle_s: float = 3600.0
    """The seconds without any action by a person after which a table is closed."""
    warned_s: float = 300.0
    """The seconds between the warning to a table's followers and the closing of the table."""
    look_s: float = 5.0
    """The seconds between two checks for idle tables."""


class Opened:
    """A table that a person has opened or joined, with tokens that are shown only once."""

    def __init__(self, table: Table, invitation: str, token: str) -> None:
        self.table = table
        self.invitation = invitation
        """The token that allows people to sit down; empty for a person who joined a table that was already open."""
        self.token = token
        """The token of the person's seat; empty if the person has no seat, or already got the token."""


class TableService:
    """All tables in a folder; all methods must be called in the same event loop."""

    def __init__(
        self,
        folder: Path,
        bots: Bots,
        *,
        limits: Limits = Limits(),
        create: Callable[[str], Game[Any, Any]] = create_game,
        draw: Draw = secrets.token_bytes,
    ) -> None:
        """Locks the folder against other arena servers. A missing folder is created and locked when the first table
        opens.

        `draw`: the source of random bytes for matches, seeds and tokens. Raises ArenaError [tables-in-use], OSError.
        """
        self.bots, self.limits = bots, limits
        self._means = Means(bots, create, draw)
        self.folder = folder
        """The folder with the journals of the tables."""
        self._tables: dict[str, Table] = {}
        self.unreadable: list[ArenaError] = []
        """The errors for journals from which no table could be restored."""
        self._removed_s: list[float] = []
        """The opening times of removed tables, because these still count for the limit of tables opened in an hour."""
        self._looking: asyncio.Task[None] | None = None
        self._lock = _lock(folder) if folder.is_dir() else None

    async def start(self) -> None:
        """Restores the tables from all journals, and continues the interrupted matches."""
        for path in journals(self.folder):
            if path.stem in self._tables:  # a person has just opened this table
                continue
            try:
                table = _read(path, self._means)
            except ArenaError as error:
                self.unreadable.append(error)
                continue
            self._tables[table.facts.id] = table
            if table.facts.state in (OPEN, RUNNING):
                table.go_on()
            else:
                await table.ledger.close()
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stops all tables; their matches continue after the next start."""
        if self._looking:
            self._looking.cancel()
        await asyncio.gather(*(table.shut() for table in self._tables.values()))
        if self._lock is not None:
            self._lock.release()

    def find(self, table_id: str) -> Table:
        """Returns the table with this id; raises ArenaError [no-table]."""
        if table := self._tables.get(table_id):
            return table
        raise ArenaError(
            "no-table", f"this server does not have a table {table_id[:40]}", "choose a table from the list of tables"
        )

    def tables(self) -> list[Table]:
        """All tables, the most recently opened first."""
        return sorted([*self._tables.values()], key=lambda table: table.facts.opened_s, reverse=True)

    def open(
        self,
        terms: Terms,
        me: object = None,
        name: object = "",
        begun: Table | None = None,
        step: int = 0,
        again_of: str = "",
    ) -> Opened:
        """Opens a table, and gives the person who opens it the seat `me`, unless `me` is None.

        `name`: the person's name. `begun`: the table whose match the new table continues, if any. `step`: the number of
        actions taken over from that match. `again_of`: the id of the earlier table, if its people play again.

        Raises ArenaError [bad-table], [no-bot], [too-many-tables], [too-many-bots], [tables-in-use], [bad-name],
        [no-room].
        """
        if me is not None and (not isinstance(me, int) or isinstance(me, bool) or me not in terms.people()):
            raise ArenaError(
                "bad-table",
                f"seat {str(me)[:20]} of the new table is not for people",
                "choose a seat that the table does not give to a bot",
            )
        self.bots.demand({*terms.seats, terms.substitute} - {PERSON}, terms.game)
        self._demand_room(terms)
        if self._lock is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(self.folder)
        draw = self._means.draw
        invitation, token = new_token(draw), "" if me is None else new_token(draw)
        seed = terms.seed
        before = begun.facts if begun else None
        seeds = [int.from_bytes(draw(SEED_OF_BOT_BYTES), "big") for _ in terms.seats]
        table_id = draw(ID_BYTES).hex()
        opened = {
            "event": "opened",
            "id": table_id,
            "at": time.time(),
            "terms": terms.as_json(),
            "deal": (before.deal if before else draw(SEED_BYTES) if seed is None else dealt(seed)).hex(),
            "match_id": draw(SEED_BYTES).hex(),
            "components": components_hash(terms.game).hex(),
            "seeds": list(before.seeds) if before else seeds,
            "invitation": hashed(invitation),
            "owner": me,
            "branch_of": before.id if before else "",
            "again_of": again_of,
            "actions": before.actions[:step] if before else [],
        }
        events = [opened]
        if me is not None:
            events.append({"event": "sat", "seat": me, "name": read_name(name), "token": hashed(token)})
        journal = Journal.begin(self.folder / f"{table_id}{ENDING}", *events)
        table = self._tables[table_id] = Table(Facts.of(events), journal, self._means)
        return Opened(table, invitation, token)

    def branch(self, table: Table, role: Role, step: object) -> Opened:
        """Opens a table that continues another table's match from an earlier step; raises ArenaError if the visitor is
        not allowed to.
        """
        facts = table.facts
        if role.seat is None:
            raise ArenaError(
                "not-seated",
                "only people with a seat at the table can take moves back",
                "if you took a seat earlier, return to it with the link to that seat",
            )
        if not facts.terms.training:
            raise ArenaError(
                "not-training",
                "this table is not for training, so moves cannot be taken back",
                "open a training table to take moves back",
            )
        others = [number for number in facts.terms.people() if number != role.seat and not facts.seats[number].left]
        if facts.state in (OPEN, RUNNING) and others:
            raise ArenaError(
                "others-play",
                "you cannot take moves back while other people play this match, because you would learn their cards",
                "wait until the match is over",
            )
        if not isinstance(step, int) or isinstance(step, bool) or not 0 <= step <= len(facts.actions):
            raise ArenaError(
                "bad-step",
                f"the match does not have a step {str(step)[:20]}",
                f"give a step from 0 to {len(facts.actions)}",
            )
        return self.open(facts.terms, role.seat, facts.seats[role.seat].name, table, step)

    def again(self, table: Table, role: Role) -> Opened:
        """Opens or joins the table at which the people of a finished table play again, on the same terms but with a new
        random seed.

        The first person to request a new match opens the table, and the others join it. Raises ArenaError [not-seated],
        [not-over], and the errors of `open` and `Table.sit`.
        """
        facts, seat = table.facts, role.seat
        if seat is None:
            raise ArenaError(
                "not-seated",
                "only people with a seat at this table can play another match with the same players",
                "if you took a seat earlier, return to it with the link to that seat",
            )
        if facts.state != FINISHED:
            raise ArenaError("not-over", "this match is not over", "play again when the match is over")
        name = facts.seats[seat].name
        for there in self._tables.values():
            if there.facts.again_of == facts.id and there.facts.state in (OPEN, RUNNING):
                taken = there.facts.seats[seat].token  # set if the same person has asked before
                return Opened(there, "", "" if taken else there.sit(Role(invited=True), seat, name))
        return self.open(replace(facts.terms, seed=None), seat, name, again_of=facts.id)

    async def remove(self, table: Table, role: Role) -> None:
        """Removes a finished or closed table at the request of the person who opened it; moves its journal to the
        folder REMOVED.

        Raises ArenaError [not-owner], [not-over], [no-table], [no-room].
        """
        facts = table.facts
        if role.seat is None or role.seat != facts.owner:
            raise ArenaError("not-owner", "only the person who opened a table can remove the table")
        if facts.state in (OPEN, RUNNING):
            raise ArenaError("not-over", "the match at this table is not over", "close the table first")
        await table.shut()
        self.find(facts.id)  # a second request for the same table gets the error here
        set_aside(self.folder / f"{facts.id}{ENDING}", self.folder / REMOVED)
        del self._tables[facts.id]
        self._removed_s.append(facts.opened_s)
        table.removed = True
        table.ledger.tell()

    def demand_follower(self, table: Table, eyes: Eyes) -> None:
        """Raises ArenaError [too-many-followers] if the table may have no additional follower with this view (`eyes`),
        the view of a seat or of a spectator.

        Spectators are counted separately from seated people, so that they never keep seated people out.
        """
        limits, there = self.limits, table.followers(eyes)
        if eyes == TABLE:
            watching = sum(one.followers(TABLE) for one in self._tables.values())
            full = there >= limits.watching_one or watching >= limits.watching
        else:
            full = there >= limits.following_of_seat
        if full:
            raise ArenaError(
                "too-many-followers",
                "too many pages already follow this table or other tables of this server",
                "close another tab with a match, or try again later",
            )

    def _demand_room(self, terms: Terms) -> None:
        there = [table for table in self._tables.values() if table.facts.state in (OPEN, RUNNING)]
        if len(there) >= self.limits.tables:
            raise ArenaError(
                "too-many-tables",
                f"{len(there)} tables are open already; this server allows no more",
                "close a table, or wait until a table is over",
            )
        opened_s = [*self._removed_s, *(table.facts.opened_s for table in self._tables.values())]
        recent = sum(one_s > time.time() - HOUR_S for one_s in opened_s)
        if recent >= self.limits.opened_an_hour:
            raise ArenaError(
                "too-many-tables",
                f"{recent} tables were opened in the last hour; this server allows no more in an hour",
                "try again later",
            )
        bots = sum(len(table.facts.terms.seats) for table in there) + len(terms.seats)
        if bots > self.limits.bots:
            raise ArenaError(
                "too-many-bots",
                f"with this table, all unfinished tables together would have {bots} seats; this server allows "
                f"{self.limits.bots}, because each seat may need a bot",
                "open a table with fewer seats, or wait until another table is over",
            )

    async def _look(self) -> None:
        """Closes idle tables after a warning, and frees the memory of finished or closed tables without followers; runs
        until it is cancelled.
        """
        while True:
            await asyncio.sleep(self.limits.look_s)
            now = time.monotonic()
            for table in list(self._tables.values()):
                with suppress(ArenaError):
                    await self._look_at(table, now - table.active_s)

    async def _look_at(self, table: Table, idle_s: float) -> None:
        if table.facts.state in (CLOSED, FINISHED):
            await table.ledger.close()
            if not table.followed():
                table.ledger.forget()
        elif idle_s >= self.limits.idle_s:
            table.close("nobody did anything at the table for too long")
        elif not table.closing and idle_s >= self.limits.idle_s - self.limits.warned_s:
            table.warn()


def _read(path: Path, means: Means) -> Table:
    facts = read_facts(path)
    if facts.id != path.stem:
        raise damaged(path, f"the file belongs to table {facts.id}")
    if facts.state in (OPEN, RUNNING):
        facts.demand_same_rules()
    journal, _ = Journal.reopen(path)
    return Table(facts, journal, means)


def _lock(folder: Path) -> Lock:
    try:
        return Lock(folder / LOCK)
    except BlockingIOError as error:
        raise ArenaError(
            "tables-in-use",
            f"another arena server is using the tables in {folder}",
            "stop the other server, or open a table on its page /tables; to play against your own bot there, restart "
            "the other server with --bot PATH",
        ) from error
