"""A running match: its players, their clocks, and the messages to each seat."""

from collections.abc import Sequence

from arena.games.view_text import position_of, rules_of
from arena.match import Entrant, Match, MatchRecord
from arena.protocol.codecs import Codec
from arena.protocol.turns import (
    encode_end,
    encode_names,
    encode_opening,
    encode_position,
    encode_rules,
    encode_seat,
    encode_start,
    encode_turn,
)
from arena.transport.clocks.clock import NS_PER_MS, NS_PER_US, Clock
from arena.transport.clocks.latencies import bucket_of
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.crew.slot import slot_name
from arena.transport.matches.assignments import Assignment
from arena.transport.streams.player import OpenTurn, Player


class SeatTurn(OpenTurn):
    """The turns of one player in one match, with the data that are needed to send turns and to charge the player's
    time.
    """

    __slots__ = ("asked_at", "field", "player", "playing")

    def __init__(self, playing: "Playing", seat: int, player: Player, clock: SeatClock) -> None:
        super().__init__(playing.number, seat, clock)
        self.playing = playing
        self.player = player
        self.asked_at = -1
        """The number of actions in the match when the player was last sent a turn; -1 before its first turn."""
        self.field = encode_seat(playing.number, seat)
        """The encoded part that is the same in all turns of the seat in this match."""

    def charge(self, spent_ns: int) -> bool:
        """Charges thinking time (`spent_ns`, in nanoseconds) to the seat; returns whether it had enough time left."""
        time_us = spent_ns // NS_PER_US
        self.player.clock.latencies[bucket_of(time_us)] += 1
        self.playing.note(self.seat, time_us)
        return self.clock.charge(spent_ns)


class Playing:
    """One running match, with its players."""

    __slots__ = (
        "_choices_us",
        "_codec",
        "_others",
        "_turns",
        "assignment",
        "clocks",
        "match",
        "number",
        "players",
        "told",
    )

    def __init__(
        self,
        number: int,
        match: Match,
        players: list[Player | None],
        codec: Codec,
        clocks: Sequence[Clock],
        assignment: Assignment,
        keep_times: bool = False,
    ) -> None:
        """`clocks`: the time that each seat has, by seat. `keep_times`: whether the time of each choice is recorded."""
        self.number = number
        self.assignment = assignment
        self.match = match
        self.players = players
        """The present player of each seat, by seat; None if the seat has no connected player."""
        self.told: list[tuple[int, Player]] = []
        """The connected players that were sent the start of the match, with their seats; each of them will be sent the
        end, too.
        """
        self.clocks = [SeatClock(clock) for clock in clocks]
        """The clock of each seat's present player, by seat."""
        self._turns: list[SeatTurn | None] = [
            SeatTurn(self, seat, player, clock) if player else None
            for seat, (player, clock) in enumerate(zip(players, self.clocks, strict=True))
        ]
        """The turns of each seat's present player, by seat; None if the seat has no player."""
        self._others: dict[tuple[int, str], SeatClock] = {}
        """The clocks of earlier players, by seat and name of the player."""
        self._codec = codec
        self._choices_us: dict[int, int] | None = {} if keep_times else None
        """The time of each choice in microseconds, by the number of actions before it; None if times are not kept."""

    def announce(self) -> None:
        """Sends the start of the match to every player."""
        opening = self._opening()
        for seat, player in enumerate(self.players):
            if player:
                self._tell_start(seat, player, opening)

    def ask(self) -> None:
        """Sends a turn to the player of each seat that must choose now, unless the player was sent this turn
        already.
        """
        match = self.match
        count = len(match.actions)
        for seat, legal in match.waiting():
            turn = self._turns[seat]
            if turn is None or turn.asked_at == count:
                continue
            turn.asked_at = count
            player = turn.player
            turn_id = player.next_turn_id()
            view = match.view(seat)
            told = self._codec.encode_view(view)
            if player.wants.names:
                told += encode_names(match.names_of(seat))
            if player.wants.words:
                told += encode_position(position_of(match.game, view, seat, len(match.spec.entrants)))
            part = encode_turn(turn_id, turn.field, legal, turn.clock.bank_ns // NS_PER_MS, told)
            player.ask(turn_id, turn, part)

    def note(self, seat: int, time_us: int) -> None:
        """Records the time of the seat's present choice, in microseconds; does nothing if times are not kept."""
        if self._choices_us is not None:
            self._choices_us[self.match.number_of(seat)] = time_us

    def slot_of(self, entrant: Entrant) -> str:
        """Returns the name of the slot (the place of one bot process) from which a bot plays in this match."""
        return slot_name(entrant.name, self.assignment.process)

    def substitute(self, seat: int, name: str) -> Entrant | None:
        """Returns the player that replaces the failed player of this name at the seat; None if there is no substitute,
        or if the substitute itself has failed.
        """
        substitutes = self.assignment.substitutes
        one = substitutes[seat] if substitutes else None
        return one if one and self.slot_of(one) != name else None

    def seat_of(self, name: str) -> int | None:
        """Returns the seat that the connected player of this name has, or had before a handover; None if it never had
        one.
        """
        for seat, player in self.told:
            if player.name == name:
                return seat
        return None

    def leave(self, player: Player) -> int | None:
        """Removes a disconnected player from the match; returns the seat that the player still had, None if it had no
        seat.
        """
        self.told = [one for one in self.told if one[1] is not player]
        seat = self.players.index(player) if player in self.players else None
        if seat is not None:
            self.vacate(seat)
        return seat

    def vacate(self, seat: int) -> None:
        """Removes the seat's player, so that the player gets no more turns. Keeps the player's clock in case the player
        returns to the seat.
        """
        if before := self.players[seat]:
            self._others[seat, before.name] = self.clocks[seat]
            self.players[seat] = self._turns[seat] = None

    def take_seat(self, seat: int, player: Player) -> None:
        """Gives the seat to the player, with the player's earlier clock at this seat if there is one, else a new
        clock.
        """
        self.vacate(seat)
        own = (seat, player.name)
        self.clocks[seat] = self._others.pop(own) if own in self._others else SeatClock(player.clock.granted)
        self.players[seat] = player
        self._turns[seat] = SeatTurn(self, seat, player, self.clocks[seat])
        if (seat, player) not in self.told:
            self._tell_start(seat, player, self._opening())

    def dismiss(self) -> MatchRecord:
        """Sends every player the end of the match; returns the record."""
        record = self.match.record()
        forfeits = {fault.seat: fault.detail for fault in record.faults}
        for seat, player in self.told:
            # not the fault of another player of the seat
            forfeit = forfeits.get(seat, "") if self.players[seat] is player else ""
            player.tell_end(self.number, encode_end(self.number, record.scores, record.ranks, forfeit))
        self._turns.clear()  # breaks reference cycles, so that the match is freed at once
        return record

    def thinking_us(self) -> tuple[int, ...]:
        """The thinking time charged to each seat in total, in microseconds, by seat."""
        return tuple([sum([clock.thinking_ns for clock in clocks]) // NS_PER_US for clocks in self._clocks()])

    def slowest_us(self) -> tuple[int, ...]:
        """The longest time charged for one choice of each seat, in microseconds, by seat."""
        return tuple([max([clock.slowest_ns for clock in clocks]) // NS_PER_US for clocks in self._clocks()])

    def choices_us(self) -> tuple[int, ...]:
        """The time charged for each action, in microseconds, in order; empty if times are not kept."""
        kept = self._choices_us
        return () if kept is None else tuple([kept.get(number, 0) for number in range(len(self.match.actions))])

    def _clocks(self) -> list[list[SeatClock]]:
        """Returns the clocks of all past and present players of each seat, by seat."""
        clocks = [[clock] for clock in self.clocks]
        for (seat, _), other in self._others.items():
            if other is not self.clocks[seat]:
                clocks[seat].append(other)
        return clocks

    def _opening(self) -> bytes:
        return encode_opening(self.match.spec, self._codec.encode_setup(self.match.view(0)))

    def _tell_start(self, seat: int, player: Player, opening: bytes) -> None:
        self.told.append((seat, player))
        if player.wants.words:
            opening += encode_rules(rules_of(self.match.spec.game))
        player.tell_start(self.number, encode_start(self.number, seat, self.assignment.seeds[seat], opening))
