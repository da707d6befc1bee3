"""Tests of creating challenges: who may request one, against which bots, and what its folder contains."""

import json

import pytest

from arena.errors import ArenaError
from arena.files.rates import TooOftenError
from arena.ladder import limits
from arena.ladder.accounts.rights import Role
from arena.ladder.challenges import new_challenge, rows
from arena.ladder.challenges.new_challenge import LEAST_MATCHES, ask
from arena.ladder.challenges.rows import MOST_KEPT, challenges_of
from arena.ladder.ladder import Ladder
from arena.ladder.playing.contests import give_up, pending_challenges
from arena.ladder.playing.files import CHALLENGES, LADDERS, load_game
from arena.ladder.submissions.submissions import withdraw
from arena.league.league_file import read_ladder
from arena.league.schedule import seatings
from tests.games.outside.known import forget_games
from tests.ladder.archives import MANIFEST, house_bot
from tests.ladder.challenges.challenges import LADDER, challenge, file_of, gathered, league_of, two_authors
from tests.ladder.conftest import joined, on_both
from tests.ladder.examining.test_outside_game import pigs
from tests.ladder.playing.ladders import first_bot, quick_ladder
from tests.ladder.working import hand_in, work

__all__ = ["forget_games"]
pytestmark = pytest.mark.usefixtures("quick")


def numbers(ladder: Ladder, submission: int = 1) -> list[int]:
    with ladder.base.reading() as connection:
        return [one.number for one in challenges_of(connection, submission)]


@pytest.mark.parametrize(
    ("seats", "rival", "bots"),
    [
        (3, "owl", {"fox", "owl", "calm"}),
        (3, "calm", {"fox", "calm", "quiet"}),
        (4, "calm", {"fox", "calm", "quiet", "still"}),
    ],
)
def test_both_sit_at_every_table_as_on_the_ladder_beside_bots_of_the_house(
    ladder: Ladder, seats: int, rival: str, bots: set[str]
) -> None:
    ann, _ = two_authors(ladder)
    file = ladder.folder / LADDERS / f"{LADDER}.toml"
    text = file.read_text().replace("seats = 3", f'seats = {seats}\nedition = "bsw"')
    extra = ladder.folder.parent / "house" / "calm"  # a ladder needs at least as many house bots as seats
    more = extra.with_name("zeal")
    more.mkdir()
    for path in extra.iterdir():
        (more / path.name).write_text(path.read_text().replace('"calm"', '"zeal"'))
    file.write_text(f"{text}\n[[bots]]\nmanifest = {json.dumps(str(more))}\n")
    made = ask(ladder, ann, 1, LADDER, rival)
    league, there = league_of(ladder, made.number), read_ladder(file).league
    assert {bot.name for bot in league.bots} == bots
    assert (league.seats, league.edition, league.schedule) == (seats, "bsw", "balanced")
    assert (league.clock, league.limits, league.recall) == (there.clock, there.limits, there.recall)
    assert league.components == there.components
    assert league.blocks * len(seatings(league)) == LEAST_MATCHES
    assert pending_challenges(ladder.folder) == [file_of(ladder, made.number)]


def test_what_cannot_be_is_refused(ladder: Ladder) -> None:
    ann, ben = two_authors(ladder)
    (ladder.folder / LADDERS / "gate.toml").write_text('game = "verraeter"\ngate = "127.0.0.1:9"\n')
    quick_ladder(ladder.folder, "hetverraad")
    hand_in(ladder, ann, house_bot("hetverraad-builder"))
    work(ladder)
    gathered(ladder, "hetverraad")
    refused = {
        ("not-allowed", 1, LADDER, "owl"): joined(ladder, "Orla", Role.ORGANISER),
        ("no-submission", 1, LADDER, "owl"): ben,
        ("no-ladder", 1, "../ladders/verraeter", "owl"): ann,
        ("remote-ladder", 1, "gate", "owl"): ann,
        ("no-rival", 1, LADDER, "ow"): ann,
        ("own-bot", 1, LADDER, "fox"): ann,
        ("not-its-game", 3, LADDER, "owl"): ann,
    }
    for (code, number, name, rival), who in refused.items():
        with pytest.raises(ArenaError) as error:
            ask(ladder, who, number, name, rival)
        assert error.value.code == code
    with ladder.base.writing() as connection:
        withdraw(connection, ann, 1, ladder.now_ms())
    with pytest.raises(ArenaError, match="submission 1 does not play in a ladder now"):
        challenge(ladder, ann)
    assert not [*(ladder.folder / CHALLENGES).glob("*")]
    assert numbers(ladder) == numbers(ladder, 3) == []


def test_a_later_version_of_ones_own_bot_is_no_rival(ladder: Ladder) -> None:
    """A new version of a bot cannot challenge an earlier version of the same bot, even if this earlier version still
    plays in the ladder.
    """
    ann, _ = two_authors(ladder)
    hand_in(ladder, ann, first_bot("fox", "2"))
    work(ladder)
    with pytest.raises(ArenaError, match="fox is a version of the challenging bot"):
        challenge(ladder, ann, 3, "fox")


@pytest.mark.usefixtures("forget_games")
def test_a_game_in_a_file_goes_with_the_challenge_and_two_seats_are_for_the_two(ladder: Ladder) -> None:
    """A challenge in a game that is defined in a file keeps its own copy of this file, so that later changes of the
    original do not matter.
    """
    file = pigs(ladder.folder)
    own = ladder.folder.parent / "house" / "still"
    own.mkdir(parents=True)
    for name, content in (("bot.toml", MANIFEST.format(name="still", version="1")), ("bot.py", "")):
        (own / name).write_text(content)
    listed = ", ".join(f"{{ manifest = {json.dumps(name)} }}" for name in ("random", str(own)))
    file.write_text(f'game = "./pig.py"\nseats = 2\nbots = [{listed}]\n')
    load_game(file)
    ann = joined(ladder, "Ann")
    hand_in(ladder, ann, first_bot("fox"))
    work(ladder)
    gathered(ladder, "pigs")
    made = ask(ladder, ann, 1, "pigs", "still")
    assert {bot.name for bot in league_of(ladder, made.number).bots} == {"fox", "still"}
    assert (file_of(ladder, made.number).parent / "pig.py").read_bytes() == file.with_name("pig.py").read_bytes()


@on_both
def test_one_at_a_time_and_the_newest_are_kept(ladder: Ladder) -> None:
    ann, ben = two_authors(ladder)
    for number in range(1, MOST_KEPT + 2):
        assert challenge(ladder, ann).number == number
        with pytest.raises(ArenaError, match="your last challenge is not over yet"):
            challenge(ladder, ann)
        give_up(file_of(ladder, number), "enough")
    other = challenge(ladder, ben, 2, "fox").number
    kept = [*range(MOST_KEPT + 1, 1, -1)]
    assert numbers(ladder) == kept
    assert {path.name for path in (ladder.folder / CHALLENGES).iterdir()} == {
        f"challenge-{number}" for number in (*kept, other)
    }


def test_so_many_a_day_and_none_where_there_is_no_room(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = two_authors(ladder)
    with monkeypatch.context() as patched:
        patched.setattr(limits, "LEAST_FREE", 1 << 60)
        with pytest.raises(ArenaError) as refused:
            challenge(ladder, ann)
        assert refused.value.code == "no-room-now"
    monkeypatch.setattr(new_challenge, "_fill", lambda *_: None)
    for _ in range(rows.ALLOWED.rate.at_once):
        challenge(ladder, ann)
    with pytest.raises(TooOftenError):
        challenge(ladder, ann)


@pytest.mark.parametrize(
    "failure", [ArenaError("bad-league", "/srv/x: y", "correct it"), OSError(28, "full", "/srv/x")]
)
def test_where_the_folder_cannot_be_made_the_row_goes_and_no_path_is_told(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    ann, _ = two_authors(ladder)

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(new_challenge, "found", fail)
    with pytest.raises(ArenaError) as error:
        challenge(ladder, ann)
    assert (error.value.code, "/srv" in f"{error.value}{error.value.hint}") == ("no-challenge", False)
    assert not [*numbers(ladder), *(ladder.folder / CHALLENGES).iterdir()]
