"""A match and the players at it: banks, thinking times, and the messages to each seat."""

from collections.abc import Sequence

from arena.match import Match, MatchRecord
from arena.protocol.codecs import Codec
from arena.protocol.turns import StartOfMatch, encode_end, encode_start, encode_turn
from arena.transport.clocks.clock import NS_PER_MS, NS_PER_US, Clock
from arena.transport.clocks.latencies import bucket_of
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.player import OpenTurn, Player


class Playing:
    """One match in flight."""

    __slots__ = ("_choices_us", "_codec", "clocks", "match", "number", "players")

    def __init__(
        self,
        number: int,
        match: Match,
        players: list[Player | None],
        codec: Codec,
        clocks: Sequence[Clock],
        keep_times: bool = False,
    ) -> None:
        """`clocks`: what each seat is granted; `keep_times`: whether the time of each choice is kept."""
        self.number = number
        self.match = match
        self.players = players
        """By seat; None for a bot that was withdrawn before the match began."""
        self._codec = codec
        self.clocks = tuple([SeatClock(clock) for clock in clocks])
        """By seat."""
        self._choices_us: dict[int, int] | None = {} if keep_times else None
        """By number of actions taken before, the time of the choice, where that is kept."""

    def announce(self, seeds: tuple[int, ...]) -> None:
        """Tells every seat that the match begins; `seeds` are the bots' own, by seat."""
        match, spec = self.match, self.match.spec
        setup = self._codec.encode_setup(match.view(0))
        for seat, player in enumerate(self.players):
            if player:
                player.matches.add(self.number)
                player.tell_start(
                    encode_start(
                        StartOfMatch(
                            self.number,
                            spec.game,
                            spec.rules_version,
                            spec.edition,
                            len(self.players),
                            seat,
                            seeds[seat],
                            spec.id.hex(),
                            setup,
                        )
                    )
                )

    def ask(self) -> None:
        """Puts the next turn to the actor's bot."""
        match = self.match
        seat = match.actor
        assert seat is not None
        player = self.players[seat]
        assert player is not None
        turn_id = player.next_turn_id()
        view = self._codec.encode_view(match.view(seat))
        clock = self.clocks[seat]
        part = encode_turn(turn_id, self.number, seat, match.legal, clock.bank_ns // NS_PER_MS, view)
        player.ask(turn_id, OpenTurn(self.number, seat, clock), part)

    def charge(self, seat: int, spent_ns: int) -> bool:
        """Takes thinking time from the bank; says whether there was enough."""
        player = self.players[seat]
        if player:
            player.latencies[bucket_of(spent_ns // NS_PER_US)] += 1
        if self._choices_us is not None:
            self._choices_us[len(self.match.actions)] = spent_ns // NS_PER_US
        return self.clocks[seat].charge(spent_ns)

    def dismiss(self) -> MatchRecord:
        """Tells every seat how the match ended; the record."""
        record = self.match.record()
        forfeits = {fault.seat: fault.detail for fault in record.faults}
        for seat, player in enumerate(self.players):
            if player:
                player.matches.discard(self.number)
                player.tell_end(encode_end(self.number, record.scores, record.ranks, forfeits.get(seat, "")))
        return record

    def thinking_us(self) -> tuple[int, ...]:
        """By seat: the thinking time charged in total, in microseconds."""
        return tuple([clock.thinking_ns // NS_PER_US for clock in self.clocks])

    def slowest_us(self) -> tuple[int, ...]:
        """By seat: the longest time charged for one choice, in microseconds."""
        return tuple([clock.slowest_ns // NS_PER_US for clock in self.clocks])

    def choices_us(self) -> tuple[int, ...]:
        """By action: the time charged for it, in microseconds; empty where that is not kept."""
        kept = self._choices_us
        return () if kept is None else tuple([kept.get(number, 0) for number in range(len(self.match.actions))])
