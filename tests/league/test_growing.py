"""Tests of a ladder in which bots join and leave: blocks that are already drawn stay the same, and new blocks follow
from the records and the present bots alone.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.building.building import build_copy
from arena.building.manifest import Manifest, read_manifest, remote_bot
from arena.league.bots import built, pack_league, unpack_league
from arena.league.field import NOBODY, Field, Member
from arena.league.growing.copies import find_copy
from arena.league.growing.next_league import AWAY, GONE, grown
from arena.league.identity import commitment
from arena.league.league import League
from arena.league.schedule import Fixtures, create_schedule, seatings
from arena.league.schedules.contract import Block, Stay
from arena.league.schedules.ladder import LEAST_BLOCKS
from arena.league.schedules.rounds import Rounds
from arena.match import MatchSpec
from tests.league.histories import Memory
from tests.league.leagues import league_of, write_bot
from tests.suite.sizes import sized

EXAMPLES = sized(20, 60)

BOTS = tuple(f"bot-{number}" for number in range(8))
OWNERS = 5


def bot(name: str, version: int = 1, owner: str = "") -> Manifest:
    (made,) = league_of(name).bots
    return replace(made, content_hash=f"{name}-{version}".encode().ljust(16, b"."), author=owner or name)


def ladder(seats: int = 3, blocks: int = 1_000, *, owners_apart: bool = False) -> League:
    """Returns a ladder that has no members yet."""
    founded = replace(league_of(seats=seats), schedule="ladder", rounds=0, blocks=blocks)
    return replace(founded, owners_apart=owners_apart)


def nowhere(_member: Member) -> None:
    """Replaces the search on the disk for the files of a member that has left; finds none."""


def goes_on(league: League, store: Memory, *wanted: Manifest) -> League:
    """Changes the ladder's bots to these bots and stores the new state; returns the changed league."""
    league = grown(league, store, wanted, nowhere).league
    store.keep(league)
    return league


def known(league: League, store: Memory) -> list[tuple[Block, list[MatchSpec]]]:
    """Returns all blocks that are drawn so far, each with the specifications of its matches."""
    fixtures = Fixtures(league)
    return [
        (block, [assignment.spec for assignment in fixtures.assignments(block)])
        for block in create_schedule(league, store).blocks()
    ]


versions = st.integers(1, 3)
fields = st.dictionaries(st.sampled_from(BOTS), versions, max_size=len(BOTS))
acts = st.lists(st.tuples(fields, st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=8)


@settings(max_examples=EXAMPLES)
@given(acts, st.integers(2, 4), st.booleans(), st.data())
def test_whoever_comes_and_goes_what_was_known_stays(
    acts: list[tuple[dict[str, int], int, int]], seats: int, owners_apart: bool, data: st.DataObject
) -> None:
    league = ladder(seats, blocks=1, owners_apart=owners_apart)
    store, before, fields = Memory(league), known(league, Memory(league)), [NOBODY]
    for wanted, more, play in acts:
        league = replace(league, blocks=league.blocks + more)
        bots = [bot(name, version, f"Owner {BOTS.index(name) % OWNERS}") for name, version in wanted.items()]
        at = len(known(league.in_field(store.field()), store))
        league = goes_on(league, store, *data.draw(st.permutations(bots)))
        assert league.field.follows(fields[-1])
        assert {(one.bot, one.content_hash) for one in league.field.present()} == {
            (one.name, one.content_hash) for one in bots
        }
        assert all(at in {*member.stays[-1]} for member in league.field.members if member not in fields[-1].members)
        fields.append(league.field)
        for _ in range(play):
            now = known(league, store)
            assert now[: len(before)] == before
            before = now
            if next_block := next((block for block, _ in now if not store.has(block)), None):
                store.play(next_block)
    for block, _ in before:
        members = [league.field.members[place] for place in block.table]
        assert all(any(stay.has(block.number) for stay in member.stays) for member in members)
        assert not owners_apart or len({member.owner for member in members}) == seats
    names = [member.name for member in league.field.members]
    assert len({*names}) == len(names)
    assert Field.of_text(league.field.to_text()) == league.field
    assert commitment(league) == commitment(ladder(seats, owners_apart=owners_apart))


def play_all(store: Memory, blocks: int) -> None:
    """Plays this many blocks in memory, each as soon as the schedule has drawn it."""
    for number in range(blocks):
        while not store.has(Block(number, 0, ())):
            assert store.play_known()


def test_versions_of_a_bot_stand_apart_and_one_that_comes_back_is_who_it_was() -> None:
    store = Memory(ladder(blocks=30))
    others = [bot(name) for name in BOTS[:4]]
    league = goes_on(ladder(blocks=30), store, bot("fox"), *others)
    play_all(store, 30)
    league = replace(goes_on(league, store, bot("fox", 2), *others), blocks=60)
    store.keep(league)
    play_all(store, 60)
    league = replace(goes_on(league, store, bot("fox"), *others), blocks=90)
    members = {member.name: member for member in league.field.members}
    assert [*members] == [*BOTS[:4], "fox", "fox 2"]
    assert members["fox"].stays == (Stay(0, 30), Stay(60, None))
    assert members["fox 2"].stays == (Stay(30, 60),)
    assert members["fox"].bot == members["fox 2"].bot == "fox"
    assert league.field.left() == {"fox 2"}
    assert [one.name for one in league.players()] == [*BOTS[:4], "fox"]
    again = goes_on(league, store, bot("fox"), *others)
    assert again == league


def test_who_takes_a_name_that_is_taken_gets_a_number_and_a_bot_that_is_called_so_another() -> None:
    field = NOBODY.moved([bot("fox", owner="Ann"), bot("fox", owner="Ben"), bot("fox 2")], 0)
    assert [member.name for member in field.members] == ["fox", "fox 2", "fox 2 2"]


def test_who_leaves_plays_what_was_drawn_and_nothing_more() -> None:
    league = ladder()
    store = Memory(league)
    league = goes_on(league, store, *map(bot, BOTS))
    drawn = [block for block, _ in known(league, store)]
    assert len(drawn) == 2 * LEAST_BLOCKS
    asked: list[str] = []

    def kept(member: Member) -> Manifest | None:
        asked.append(member.name)
        return bot(member.bot) if member.name == BOTS[0] else None

    league = grown(league, store, [bot(name) for name in BOTS[2:]], kept).league
    store.keep(league)
    assert asked == [*BOTS[:2]]
    assert [one.unfit for one in league.players()] == ["", GONE, *[""] * 6]
    for block in drawn:
        store.play(block)
    asked.clear()
    league = grown(league, store, [bot(name) for name in BOTS[2:]], kept).league
    assert not asked
    assert [one.name for one in league.players()] == [*BOTS[2:]]
    later = [block for block, _ in known(league, store)][len(drawn) :]
    assert later
    assert not {0, 1} & {place for block in later for place in block.table}


def test_owners_who_first_meet_themselves_when_a_bot_comes_change_nothing_before() -> None:
    league = ladder(owners_apart=True)
    store = Memory(league)
    league = goes_on(league, store, *map(bot, BOTS))
    store.play_known()
    before = known(league, store)
    league = goes_on(league, store, *map(bot, BOTS), bot("another", owner=f" {BOTS[0].upper()}"))
    assert known(league, store)[: len(before)] == before
    for _ in range(6):
        store.play_known()
    tables = [{league.bots[place].name for place in block.table} for block, _ in known(league, store)]
    assert not any({"another", BOTS[0]} <= table for table in tables)
    assert sum("another" in table for table in tables) > 5


def test_who_comes_back_is_no_newcomer_and_who_is_there_always_plays_on() -> None:
    league = ladder(2)
    store = Memory(league)
    league = goes_on(league, store, *map(bot, BOTS[:6]))
    play_all(store, 60)
    league = goes_on(league, store, *map(bot, BOTS[:5]))
    play_all(store, 120)
    league = goes_on(league, store, *map(bot, BOTS[:6]))
    at = league.field.members[5].stays[-1].joined
    play_all(store, at + 60)
    count = Counter(place for block, _ in known(league, store) if block.number >= at for place in block.table)
    assert max(count[place] for place in range(5)) <= count[5]


def test_where_too_few_are_left_no_table_is_and_where_more_come_it_goes_on() -> None:
    league = ladder()
    store = Memory(league)
    league = goes_on(league, store, *map(bot, BOTS[:2]))
    assert not known(league, store)
    league = goes_on(league, store, *map(bot, BOTS[:4]))
    play_all(store, 10)
    league = goes_on(league, store, *map(bot, BOTS[:2]))
    while store.play_known():
        pass
    end = len(known(league, store))
    league = goes_on(league, store, *map(bot, BOTS[:5]))
    assert league.field.members[-1].stays == (Stay(end),)
    assert len(known(league, store)) > end


def test_a_field_only_follows_one_that_it_has_grown_from() -> None:
    field = NOBODY.moved([bot("ann"), bot("ben")], 0)
    later = field.moved([bot("ben"), bot("cid")], 8).moved([bot("ann"), bot("ben")], 16)
    assert field.follows(NOBODY)
    assert later.follows(field)
    assert not field.follows(later)
    ann, ben = field.members
    changed = [
        (ben, ann),
        (ann,),
        (replace(ann, owner="eve"), ben),
        (replace(ann, content_hash=bytes(16)), ben),
        (replace(ann, stays=(Stay(1),)), ben),
        (replace(ann, stays=(Stay(0, 3), Stay(3))), ben),
    ]
    assert [Field(members).follows(field) for members in changed] == [False] * 5 + [True]
    assert not field.follows(Field(changed[5]))
    assert not Field((replace(ann, stays=(Stay(0, 4),)), ben)).follows(field.moved([bot("ben")], 3))


def test_of_a_league_whose_bots_have_left_nothing_is_packed_or_started(tmp_path: Path) -> None:
    store = Memory(ladder())
    league = goes_on(ladder(), store, *map(bot, BOTS[:4]))
    while len(store.kept) < 60:
        store.play_known()
    league = goes_on(replace(league, blocks=20), store)
    assert league.players() == ()
    bundle = pack_league(league)
    assert bundle.bundles == ()
    assert unpack_league(bundle, tmp_path) == built(league) == league


def test_a_member_is_found_among_the_copies_as_long_as_its_copy_is_whole(tmp_path: Path) -> None:
    home = read_manifest(write_bot(tmp_path, "fox", 'author = "Ann"\n'))
    (member,) = NOBODY.moved([home], 0).members
    cache = tmp_path / "copies"
    assert find_copy(member, cache) is None
    there = build_copy(home, cache=cache)
    (tmp_path / "fox" / "bot.toml").unlink()
    found = find_copy(member, cache)
    assert found is not None
    assert (found.folder, found.command) == (there.folder, home.command)
    (there.folder / "bot.py").unlink()
    assert find_copy(member, cache) is None


FORGED = (
    "", "[", "7", "[7]", "[{}]", '{"name": 1}', "null",
    '[["ann"]]',
)  # fmt: skip


@pytest.mark.parametrize("text", FORGED)
def test_what_is_no_field_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)):
        Field.of_text(text)


@pytest.mark.parametrize("stays", ["[]", "[[]]", "[[0]]", "[[-1, null]]", "[[3, 2]]", "[[0, null], [4, null]]", "7",
                                   "[[0, 4], [3, null]]", "[[true, null]]", '[["0", null]]', "[[0.5, 1]]"])  # fmt: skip
def test_stays_that_cannot_be_are_refused(stays: str) -> None:
    text = NOBODY.moved([bot("ann")], 0).to_text()
    assert "[[0, null]]" in text
    with pytest.raises((ValueError, TypeError)):
        Field.of_text(text.replace("[[0, null]]", stays))


def test_members_of_one_name_or_in_another_order_are_refused() -> None:
    ann, ben = NOBODY.moved([bot("ann"), bot("ben")], 0).members
    for members in ((ann, ann), (replace(ann, stays=(Stay(2),)), ben), (replace(ann, content_hash=b"short"), ben)):
        with pytest.raises(ValueError, match=r"name|order|hash"):
            Field.of_text(Field(members).to_text())


@settings(max_examples=EXAMPLES)
@given(acts, st.integers(2, 4), st.booleans())
def test_a_schedule_that_goes_on_is_the_one_that_is_drawn_anew_and_takes_no_record_in_twice(
    acts: list[tuple[dict[str, int], int, int]], seats: int, owners_apart: bool
) -> None:
    league = ladder(seats, owners_apart=owners_apart)
    store, schedule, taken = Memory(league), None, 0
    for wanted, _, play in acts:
        bots = [bot(name, version, f"Owner {BOTS.index(name) % OWNERS}") for name, version in wanted.items()]
        read, before = store.read.copy(), schedule
        league, schedule = grown(league, store, bots, nowhere, before)
        if schedule is before:
            assert all(place >= taken for place in store.read - read)
        store.keep(league)
        for _ in range(play):
            blocks = [*schedule.blocks()]
            assert blocks == [*create_schedule(league, store).blocks()]
            if left := next((block for block in blocks if not store.has(block)), None):
                store.play(left)
        assert isinstance(schedule, Rounds)
        taken = schedule._read * len(seatings(league))


def remote(name: str) -> Manifest:
    return replace(remote_bot(name), author=f"Owner {name}")


@settings(max_examples=EXAMPLES)
@given(st.lists(st.tuples(st.sets(st.sampled_from(BOTS)), st.integers(0, 12)), min_size=2, max_size=8))
def test_who_is_offered_from_outside_leaves_what_has_not_begun_and_owes_the_rest(
    acts: list[tuple[set[str], int]],
) -> None:
    """Tests a ladder in which bots from outside join and leave. All blocks up to the last one with results stay the
    same, even those without results. All later blocks are drawn anew from the present bots. A bot that has left remains
    in the ladder, marked as unfit, only if an unchanged block without results needs it.
    """
    league = replace(ladder(blocks=200), offered=True)
    store, house = Memory(league), [bot(name) for name in ("calm", "quiet", "still")]
    for names, play in acts:
        begun = [block for block, _ in known(league.in_field(store.field()), store)]
        begun = begun[: max((block.number + 1 for block in begun if store.has(block)), default=0)]
        field = store.field()
        league = goes_on(league, store, *house, *map(remote, sorted(names)))
        assert league.field.follows(field)
        assert Field.of_text(league.field.to_text()) == league.field
        blocks = [block for block, _ in known(league, store)]
        assert blocks[: len(begun)] == begun
        for block in blocks[len(begun) :]:
            assert {league.field.members[place].name for place in block.table} <= {*names, "calm", "quiet", "still"}
        unfit = {one.name for one in league.bots if one.unfit == AWAY}
        owed = {league.field.members[place].name for block in begun if not store.has(block) for place in block.table}
        assert unfit == owed & league.field.left()
        for block in [block for block in blocks if not store.has(block)][:play][::-1]:
            store.play(block)
    assert len(league.field.members) <= len(BOTS) + 3


def test_a_ladder_for_bots_from_outside_is_another_league() -> None:
    assert commitment(ladder()) != commitment(replace(ladder(), offered=True))
    assert "offered" not in ladder().identity()
