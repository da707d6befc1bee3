"""Tests of the stored data of remote bots: the owner of each bot, and the use of its token."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.files.tokens import hashed
from arena.ladder.accounts.rights import Role, Who
from arena.ladder.keeping.events import events
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS, gates
from arena.ladder.remotes import (
    MOST_EACH,
    MOST_NAMES,
    Entry,
    Remote,
    enter,
    entries,
    move_entries,
    own_remotes,
    readmit,
    withdraw_remote,
)
from arena.ladder.seasons import end_season
from tests.ladder.conftest import Clock, joined, on_both

CUP = ("cup",)


def entered(ladder: Ladder, who: Who, name: str = "fern", where: str = "cup") -> tuple[Remote, str]:
    with ladder.base.writing() as connection:
        return enter(connection, who, where, name, CUP, ladder.now_ms())


def listed(ladder: Ladder, where: str = "cup") -> tuple[Entry, ...]:
    with ladder.base.reading() as connection:
        return entries(connection, where)


def out(ladder: Ladder, who: Who, number: int) -> None:
    with ladder.base.writing() as connection:
        withdraw_remote(connection, who, number, ladder.now_ms())


def refused(ladder: Ladder, who: Who, name: str = "fern", where: str = "cup") -> str:
    with pytest.raises(ArenaError) as error:
        entered(ladder, who, name, where)
    assert error.value.hint
    return error.value.code


def test_of_a_token_its_hash_is_kept_and_another_one_takes_its_place(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    one, token = entered(ladder, ann)
    assert listed(ladder) == ((ann.person_id, "fern", hashed(token)),)
    assert not listed(ladder, "den")
    again, other = entered(ladder, ann, "FERN")
    assert (again.number, again.name) == (one.number, "fern")
    assert [entry.hash for entry in listed(ladder)] == [hashed(other)]
    assert other != token


def test_who_is_withdrawn_has_no_token_and_may_come_back(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    one, _ = entered(ladder, ann)
    with ladder.base.writing() as connection:
        withdraw_remote(connection, ann, one.number, ladder.now_ms())
        with pytest.raises(ArenaError, match="withdrawn already") as error:
            withdraw_remote(connection, ann, one.number, ladder.now_ms())
        assert error.value.code == "not-now"
        assert [there.entered for there in own_remotes(connection, ann)] == [False]
    assert not listed(ladder)
    assert entered(ladder, ann)[0].number == one.number
    assert listed(ladder)


def test_a_name_is_whose_it_was_first_also_when_it_is_withdrawn(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    one, _ = entered(ladder, ann)
    assert refused(ladder, ben, "Fern") == "name-taken"
    with ladder.base.writing() as connection:
        withdraw_remote(connection, ann, one.number, ladder.now_ms())
    assert refused(ladder, ben) == "name-taken"
    assert refused(ladder, ben, "f\u0435rn") == "name-taken"


@pytest.mark.parametrize(
    "name", ["", "a" * 41, "a\nb", " a", "fox 2", "greedy", "Greedy", "a\x1b[0m", "gr\u0435edy", "fern\u3164"]
)
def test_a_name_that_would_pass_for_another_is_refused(ladder: Ladder, name: str) -> None:
    assert refused(ladder, joined(ladder, "Ann"), name) == "bad-name"


def test_only_authors_enter_and_only_where_such_bots_may(ladder: Ladder) -> None:
    assert refused(ladder, joined(ladder, "Sue", Role.SPECTATOR)) == "not-allowed"
    ann = joined(ladder, "Ann")
    assert refused(ladder, ann, where="other") == "no-remote-ladder"
    for number in range(MOST_EACH):
        entered(ladder, ann, f"fern-{number}")
    assert refused(ladder, ann) == "too-many-remotes"
    assert entered(ladder, ann, "fern-0")


def test_names_that_were_withdrawn_count_for_ever_for_they_stay_whose_they_are(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    for number in range(MOST_NAMES):
        out(ladder, ann, entered(ladder, ann, f"fern-{number}")[0].number)
    assert refused(ladder, ann) == "too-many-remotes"
    assert entered(ladder, ann, "fern-0")
    assert entered(ladder, joined(ladder, "Ben"))


def test_names_in_a_ladder_that_is_gone_count_no_more(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    for number in range(MOST_EACH):
        entered(ladder, ann, f"fern-{number}")
    assert refused(ladder, ann) == "too-many-remotes"
    with ladder.base.writing() as connection:
        assert enter(connection, ann, "den", "fern", {"den"}, ladder.now_ms())


@on_both
def test_what_an_organiser_withdrew_its_author_does_not_enter_again(ladder: Ladder, clock: Clock) -> None:
    ann, org = joined(ladder, "Ann"), joined(ladder, "Org", Role.ORGANISER)
    one, _ = entered(ladder, ann)
    out(ladder, org, one.number)
    clock.ms += 1
    assert refused(ladder, ann) == "not-now"
    with ladder.base.writing() as connection:
        assert [there.taken_out for there in own_remotes(connection, ann)] == [True]
        with pytest.raises(ArenaError) as forbidden:
            readmit(connection, ann, one.number, ladder.now_ms())
        assert forbidden.value.code == "not-allowed"
        move_entries(connection, "cup", "den")
    with (
        ladder.base.writing() as connection,
        pytest.raises(ArenaError, match="an organiser has withdrawn the bot fern from the ladder den"),
    ):
        enter(connection, ann, "den", "Fern", ("den",), ladder.now_ms())
    assert not listed(ladder, "den")
    with ladder.base.writing() as connection:
        readmit(connection, org, one.number, ladder.now_ms())
        with pytest.raises(ArenaError, match="fern was not withdrawn by an organiser"):
            readmit(connection, org, one.number, ladder.now_ms())
        last = events(connection)[-1]
        assert (last.actor, last.act, last.subject) == ("Org", "readmit", "fern of Ann in den")
        enter(connection, ann, "den", "Fern", ("den",), ladder.now_ms())
    assert listed(ladder, "den")


@on_both
def test_a_name_may_have_anything_in_it_and_what_an_organiser_withdrew_is_known(ladder: Ladder, clock: Clock) -> None:
    """The ladder finds in the log of events which bots an organiser has withdrawn, whatever characters are in the bots'
    names.
    """
    ann, org = joined(ladder, "Ann"), joined(ladder, "Org", Role.ORGANISER)
    names = ["king of hearts", "k%", "king"]
    numbers = [entered(ladder, ann, name)[0].number for name in names]
    for number in numbers[:2]:
        out(ladder, org, number)
    clock.ms += 1
    out(ladder, ann, numbers[2])
    with ladder.base.reading() as connection:
        told = {one.name: one.taken_out for one in own_remotes(connection, ann)}
    assert told == {"king of hearts": True, "k%": True, "king": False}
    assert [refused(ladder, ann, name) for name in names[:2]] == ["not-now"] * 2
    assert entered(ladder, ann, "king")


def test_what_is_anothers_is_not_there_but_an_organiser_may_withdraw_it(ladder: Ladder) -> None:
    ann, ben, org = joined(ladder, "Ann"), joined(ladder, "Ben"), joined(ladder, "Org", Role.ORGANISER)
    one, _ = entered(ladder, ann)
    with ladder.base.writing() as connection:
        assert not own_remotes(connection, ben)
        with pytest.raises(ArenaError) as error:
            withdraw_remote(connection, ben, one.number, ladder.now_ms())
        assert error.value.code == "no-remote-bot"
        assert [there.author for there in own_remotes(connection, org)] == ["Ann"]
        withdraw_remote(connection, org, one.number, ladder.now_ms())
        assert ("Org", "withdraw", "fern of Ann in cup") in [
            (event.actor, event.act, event.subject) for event in events(connection)
        ]


def test_a_season_ends_without_a_final_and_who_is_in_it_goes_on(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    folder = ladder.folder / LADDERS
    folder.mkdir()
    (folder / "cup.toml").write_text('gate = "127.0.0.1:7700"\n')
    _, token = entered(ladder, ann)
    season = end_season(ladder, "cup", 2, 1, "test")
    assert (season.final, season.commitment, season.next) == ("", "", "cup-2")
    assert not listed(ladder)
    assert [entry.hash for entry in listed(ladder, "cup-2")] == [hashed(token)]
    assert gates(ladder.folder) == {"cup-2": "127.0.0.1:7700"}


def test_gates_are_told_of_files_that_can_be_read(tmp_path: Path) -> None:
    with closing(Ladder(tmp_path / "ladder")) as ladder:
        folder = ladder.folder / LADDERS
        folder.mkdir()
        for name, text in (("a", 'gate = "127.0.0.1:1"'), ("b", "gate = 5"), ("c", "gate = "), ("d", 'game = "x"')):
            (folder / f"{name}.toml").write_text(text)
        assert gates(ladder.folder) == {"a": "127.0.0.1:1"}
