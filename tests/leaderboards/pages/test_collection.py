"""Tests which leagues a server shows, and which of them are private: no page tells where a private league is stored."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.pages.shown.collection import Collection
from leaderboards.store import PlayedStore
from leaderboards.store.places.files import FILE
from tests.leaderboards.results import league


@pytest.fixture
def ladders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the results folder of a ladder server. One of its ladders is a link to a folder elsewhere. The test runs
    in the parent of the results folder.
    """
    for place in ("results/cup", "elsewhere"):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        PlayedStore.create(folder / FILE, league(1)).close()
    (tmp_path / "results/moved").symlink_to(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "results"


@pytest.mark.parametrize("named", ["", "results", "./results/", "results/cup", f"results/cup/{FILE}", "elsewhere"])
def test_a_ladder_is_private_and_shown_once_however_its_place_is_named(ladders: Path, named: str) -> None:
    with closing(Collection([named] if named else [], ladders)) as collection:
        shown, unshown = collection.look()
        assert unshown == []
        assert {one.place for one in shown} == {"cup", "moved"}
        assert len(shown) == 2
        assert all(one.private for one in shown)


def test_where_a_ladder_lies_is_not_told_when_it_cannot_be_shown(ladders: Path) -> None:
    (ladders / "cup" / FILE).write_text("words " * 100)
    with closing(Collection([], ladders)) as collection:
        _, [unshown] = collection.look()
        assert unshown.place == "cup"
        assert unshown.error.message.startswith("cup/league.db is not a file with the results of a league")
        with pytest.raises(ArenaError) as error:
            collection.find("nothing")
        assert str(ladders) not in error.value.message
        there = ArenaError("damaged", f"{ladders.resolve() / 'cup' / FILE} is damaged: match 3 was changed")
        assert collection.told(there).message == "cup/league.db is damaged: match 3 was changed"
    (ladders / "moved").unlink()
    with closing(Collection([str(ladders)])) as collection:
        _, [unshown] = collection.look()
        assert unshown.place == str(ladders / "cup" / FILE)


def test_leagues_that_are_not_listed_are_found_by_their_folder_as_long_as_it_is_there(ladders: Path) -> None:
    places = ladders.parent / "challenges"
    for name in ("one", "two"):
        (places / name / "results").mkdir(parents=True)
        PlayedStore.create(places / name / "results" / FILE, league(1)).close()
    with closing(Collection([], ladders, places)) as collection:
        found = collection.find("one")
        assert (found.place, found.private) == ("one", True)
        assert collection.unlisted("one") is found
        assert collection.find(found.slug) is found
        shown, unshown = collection.look()
        assert ({one.place for one in shown}, unshown) == ({"cup", "moved"}, [])
        for word in ("..", ".", "three", ""):
            assert collection.unlisted(word) is None
        (places / "two" / "results" / FILE).write_text("words " * 100)
        with pytest.raises(ArenaError, match=r"^two/results/league\.db is not a file with the results of a league"):
            collection.find("two")
        (places / "one").rename(places / "gone")
        for word in (found.slug, "one"):
            with pytest.raises(ArenaError, match="does not have a league named"):
                collection.find(word)
        assert collection.known(found.slug) is None


def test_results_beside_the_ladders_are_everybodys(ladders: Path) -> None:
    with closing(Collection(["elsewhere"], ladders.parent / "none")) as collection:
        [shown], _ = collection.look()
        assert not shown.private
        assert shown.place == "elsewhere"
