"""Tests of signing in: links that work once, the stored hashes of tokens, and the rights of each role and token."""

from contextlib import suppress

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.files.rates import Rate, TooOftenError
from arena.ladder.accounts.allowances import Allowance, take
from arena.ladder.accounts.people import add_person, change_role, find_person, revoke_all
from arena.ladder.accounts.rights import Role, Scope, Who
from arena.ladder.accounts.tokens import DAY_MS, Kind, exchange, make_link, revoke, sign_ins, whose, whose_link
from arena.ladder.keeping.tables import TOKEN
from arena.ladder.ladder import Ladder
from tests.ladder.conftest import Clock, joined, on_both


def link_of(ladder: Ladder, name: str = "Ann", role: Role = Role.AUTHOR, days: int = 7) -> str:
    with ladder.base.writing() as connection:
        person = add_person(connection, name, role, ladder.now_ms(), "test")
        return make_link(connection, person, days, ladder.now_ms(), "test")


def sign_in(ladder: Ladder, link: str, kind: Kind = Kind.BROWSER) -> str:
    with ladder.base.writing() as connection:
        made = exchange(connection, link, kind, ladder.now_ms())
    return made[1] if made else ""


def asks(ladder: Ladder, token: str) -> Who | None:
    with ladder.base.reading() as connection:
        return whose(connection, token, ladder.now_ms())


@on_both
def test_a_link_is_good_once(ladder: Ladder) -> None:
    link = link_of(ladder)
    token = sign_in(ladder, link)
    who = asks(ladder, token)
    assert who
    assert (who.name, who.role) == ("Ann", Role.AUTHOR)
    assert not sign_in(ladder, link)
    assert not asks(ladder, link)


def test_a_link_and_a_sign_in_end(ladder: Ladder, clock: Clock) -> None:
    late, early = link_of(ladder, "Ann"), link_of(ladder, "Ben")
    token = sign_in(ladder, early)
    clock.ms += 7 * DAY_MS
    assert not sign_in(ladder, late)
    assert asks(ladder, token)
    clock.ms += 23 * DAY_MS
    assert not asks(ladder, token)


def test_no_token_is_kept(ladder: Ladder) -> None:
    link = link_of(ladder)
    token = sign_in(ladder, link)
    kept = b"".join(path.read_bytes() for path in ladder.folder.rglob("*") if path.is_file())
    assert token.encode() not in kept
    assert link.encode() not in kept


@on_both
@pytest.mark.parametrize("shown", ["", "x", "0" * 32, "' or 1=1 --", "\ud800"])
def test_what_is_no_token_opens_nothing(ladder: Ladder, shown: str) -> None:
    link_of(ladder)
    assert not asks(ladder, shown)
    assert not sign_in(ladder, shown)


@pytest.mark.parametrize(
    ("role", "kind", "scopes"),
    [
        (Role.AUTHOR, Kind.BROWSER, {Scope.LOOK, Scope.HAND_IN, Scope.ACCOUNT}),
        (Role.AUTHOR, Kind.COMMAND, {Scope.LOOK, Scope.HAND_IN}),
        (Role.ORGANISER, Kind.BROWSER, set(Scope)),
        (Role.ORGANISER, Kind.COMMAND, {Scope.LOOK, Scope.HAND_IN}),
        (Role.SPECTATOR, Kind.BROWSER, {Scope.ACCOUNT}),
        (Role.SPECTATOR, Kind.COMMAND, set()),
    ],
)
def test_what_each_may(ladder: Ladder, role: Role, kind: Kind, scopes: set[Scope]) -> None:
    who = joined(ladder, "Ann", role, kind)
    assert who.scopes == scopes
    for scope in set(Scope) - scopes:
        with pytest.raises(ArenaError) as refused:
            who.demand(scope)
        assert refused.value.code == "not-allowed"


def test_who_loses_a_role_loses_its_rights_and_wins_none_by_an_old_sign_in(ladder: Ladder) -> None:
    token = sign_in(ladder, link_of(ladder, role=Role.ORGANISER))
    author = sign_in(ladder, link_of(ladder, "Ben"))
    with ladder.base.writing() as connection:
        change_role(connection, find_person(connection, "ann"), Role.SPECTATOR, 0, "test")
        change_role(connection, find_person(connection, "Ben"), Role.ORGANISER, 0, "test")
    ann, ben = asks(ladder, token), asks(ladder, author)
    assert ann
    assert ben
    assert ann.scopes == {Scope.ACCOUNT}
    assert Scope.ORGANISE not in ben.scopes


def test_an_organiser_ends_all_of_somebody(ladder: Ladder) -> None:
    token, link = sign_in(ladder, link_of(ladder)), ""
    with ladder.base.writing() as connection:
        link = make_link(connection, find_person(connection, "Ann"), 7, ladder.now_ms(), "test")
        assert revoke_all(connection, find_person(connection, "Ann"), ladder.now_ms(), "test") == 2
        assert whose_link(connection, link, ladder.now_ms()) is None
    assert not asks(ladder, token)


def test_one_revokes_what_is_ones_own(ladder: Ladder) -> None:
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    with ladder.base.writing() as connection:
        with pytest.raises(ArenaError, match="this sign-in does not exist"):
            revoke(connection, ben, ann.token_id, ladder.now_ms())
        assert [one.id for one in sign_ins(connection, ann, ladder.now_ms())] == [ann.token_id]
        revoke(connection, ann, ann.token_id, ladder.now_ms())
        assert sign_ins(connection, ann, ladder.now_ms()) == []


@on_both
def test_nobody_has_tokens_without_end_and_those_of_one_kind_end_no_others(ladder: Ladder) -> None:
    first = sign_in(ladder, link_of(ladder))
    with ladder.base.writing() as connection:
        ann = find_person(connection, "Ann")
        links = [make_link(connection, ann, 7, ladder.now_ms(), "test") for _ in range(60)]
        still = sql.select(sql.func.count()).select_from(TOKEN).where(TOKEN.c.ended_ms.is_(None))
        assert connection.scalar(still) == 51
        good = [whose_link(connection, link, ladder.now_ms()) is not None for link in links]
        assert good == [False] * 10 + [True] * 50
    assert asks(ladder, first)


@pytest.mark.parametrize("name", ["", " Ann", "A  n", "x" * 41, "Ann\n", "\u202eann"])
def test_a_name_is_one_that_can_be_read(ladder: Ladder, name: str) -> None:
    with pytest.raises(ArenaError, match="cannot be used as a name"), ladder.base.writing() as connection:
        add_person(connection, name, Role.AUTHOR, 0, "test")


@on_both
@pytest.mark.parametrize("name", ["ANN\u00c9", "Anne\u0301", "\uff21\uff2e\uff2e\uff25\u0301"])
def test_nobody_is_called_like_another(ladder: Ladder, name: str) -> None:
    joined(ladder, "Ann\u00e9")
    with pytest.raises(ArenaError, match=f"the person {name} exists already"), ladder.base.writing() as connection:
        add_person(connection, name, Role.AUTHOR, 0, "test")


@on_both
def test_what_is_allowed_is_counted_for_each_apart(ladder: Ladder, clock: Clock) -> None:
    allowance, other = Allowance("test", Rate(2, 10)), Allowance("other", Rate(2, 10))

    def may(allowance: Allowance, whose: str) -> bool:
        with suppress(TooOftenError), ladder.base.writing() as connection:
            take(connection, allowance, whose, clock.ms)
            return True
        return False

    assert [may(allowance, "Ann") for _ in range(3)] == [True, True, False]
    assert may(allowance, "Ben")
    assert may(other, "Ann")
    clock.ms += 10_000
    assert [may(allowance, "Ann") for _ in range(2)] == [True, False]
