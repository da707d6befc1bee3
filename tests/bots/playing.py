"""Matches of house bots, the bots that come with the arena, inside the test process. Turns are encoded by the codecs
and decoded as a bot decodes them.
"""

from collections.abc import Iterator, Sequence
from itertools import count, permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, cast

from arena.bot import Bot, Turn, load
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchRecord, MatchSpec
from arena.protocol.codecs import CODECS
from arena.protocol.turns import encode_opening, encode_seat, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import Batch, MatchStart

GAME: Final = "verraeter"
BOTS: Final = Path(__file__).parents[2] / "bots" / "python"
CASES: Final = [(edition, seats) for edition in ("official", "classic", "bsw", "faidutti") for seats in (3, 4)]

_games: Final[dict[str, Game[Any, Any]]] = {key: create_game(key) for key in CODECS}


def load_bot(name: str) -> type[Bot]:
    """Returns the class of a house bot in Python."""
    return load(BOTS / name)


def new_match(seats: int, edition: str, deal: int, game: str = GAME) -> Match:
    """Returns a new match; the number `deal` is the seed of its deal."""
    entrants = tuple(Entrant(f"seat {seat}", "1", bytes(16)) for seat in range(seats))
    rules = _games[game]
    seed = deal.to_bytes(16, "big")
    return Match(MatchSpec(bytes(16), game, rules.info.rules_version, edition, bytes(16), seed, entrants), rules)


def start_for(match: Match, seat: int, seed: int) -> MatchStart:
    """Returns the message MatchStart that the seat's bot receives; `seed` is both the bot's seed and the number of the
    match.
    """
    spec = match.spec
    setup = CODECS[spec.game].encode_setup(match.view(seat))
    return Batch.FromString(encode_start(seed, seat, seed, encode_opening(spec, setup))).starts[0]


def turn_of(match: Match, number: int = 1) -> Turn:
    """Returns the Turn message for the seat that must choose now."""
    assert match.actor is not None
    view = CODECS[match.spec.game].encode_view(match.view(match.actor))
    seat = encode_seat(number, match.actor)
    turn = Batch.FromString(encode_turn(1 + len(match.actions), seat, match.legal, 60_000, view)).turns[0]
    return cast("Turn", turn)


def random_turns(seats: int, edition: str, deal: int, game: str = GAME) -> Iterator[tuple[Match, Turn]]:
    """Yields the match and the Turn message at every turn of a match in which all seats choose at random."""
    match, rng = new_match(seats, edition, deal, game), Random(deal)
    while match.actor is not None:
        yield match, turn_of(match)
        assert match.choose(rng.choice(match.legal))


def decide(bot: type[Bot], game: str, decisions: int) -> None:
    """Lets a bot play matches at all seats until it has made `decisions` decisions in total. Each call plays the same
    deals.
    """
    seats, edition = _games[game].info.seats[-1], _games[game].info.editions[0]
    left = decisions
    for deal in count(1):
        match = new_match(seats, edition, deal, game)
        players = [bot(start_for(match, seat, seat)) for seat in range(seats)]
        while match.actor is not None:
            if not left:
                return
            assert match.choose(players[match.actor].choose(turn_of(match)))
            left -= 1


def play(bots: Sequence[type[Bot]], edition: str, deal: int, game: str = GAME) -> MatchRecord:
    """Plays a match between `bots`, in the order of seats, and returns its record."""
    match = new_match(len(bots), edition, deal, game)
    players = [bot(start_for(match, seat, 1000 * deal + seat)) for seat, bot in enumerate(bots)]
    while match.actor is not None:
        turn = turn_of(match)
        action = players[match.actor].choose(turn)
        assert match.choose(action), f"{bots[match.actor].__name__} chose {action}, not one of {list(turn.legal)}"
    return match.record()


def lead(bot: type[Bot], rival: type[Bot], seats: int, edition: str, deal: int, game: str = GAME) -> float:
    """Plays a duplicate block: one match for each seating of the two bots, all with the same deal. Returns the average
    lead of `bot` in points: the mean score of its seats minus the mean score of the rival's seats.

    With an even number of seats, each bot has half of them. With an odd number, `bot` has one seat more than `rival` in
    half of the matches, and one fewer in the others.
    """
    counts = {seats // 2, seats - seats // 2}
    seatings = {order for own in counts for order in permutations([True] * own + [False] * (seats - own))}
    leads = []
    for seating in sorted(seatings):
        scores = play([bot if own else rival for own in seating], edition, deal, game).scores
        leads.append(_lead_in(seating, scores))
    return fmean(leads)


def _lead_in(seating: Sequence[bool], scores: Sequence[int]) -> float:
    return _mean_of(scores, seating, own=True) - _mean_of(scores, seating, own=False)


def _mean_of(scores: Sequence[int], seating: Sequence[bool], *, own: bool) -> float:
    return fmean([score for score, seated in zip(scores, seating, strict=True) if seated is own])


def least_lead(leads: Sequence[float]) -> float:
    """Returns the mean of `leads` minus three standard errors; a result above 0 is more than chance. Each of the leads
    is a result of `lead`.
    """
    return fmean(leads) - 3 * stdev(leads) / sqrt(len(leads))
