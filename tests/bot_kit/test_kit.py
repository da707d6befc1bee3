"""Tests of the kit: one bot object per match, answers in the order of the turns, and early answers if a bot is slow."""

import pytest

from arena.bot import Bot, MatchEnd, MatchStart, Turn, kit, notes
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Goodbye, Welcome
from tests.clocks import set_clock


class Diary(Bot):
    """A bot that records its turns and ranks, and chooses the last legal action."""

    all: list["Diary"]

    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        self.turns: list[int] = []
        self.ranks: list[int] = []
        self.all.append(self)

    def choose(self, turn: Turn) -> int:
        assert not self.ranks
        self.turns.append(turn.turn_id)
        return turn.legal[-1]

    def end(self, end: MatchEnd) -> None:
        self.ranks.extend(end.ranks)


@pytest.fixture(autouse=True)
def _empty_diaries() -> None:
    Diary.all = []


def turn(turn_id: int, match: int, legal: list[int]) -> Turn:
    return Turn(turn_id=turn_id, match=match, legal=legal)


def batch(
    starts: list[MatchStart] | None = None, turns: list[Turn] | None = None, ends: list[MatchEnd] | None = None
) -> ArenaMessage:
    return ArenaMessage(batch=Batch(starts=starts, turns=turns, ends=ends))


WELCOME = ArenaMessage(welcome=Welcome(protocol_version=1))
GOODBYE = ArenaMessage(goodbye=Goodbye(reason="the league is over"))


def converse(*messages: ArenaMessage, bot: type[Bot] = Diary) -> list[tuple[list[int], list[int]]]:
    """Passes these messages to the kit; returns the turn ids and actions in each of the kit's answers."""
    said: list[bytes] = []
    kit._play(bot, [message.SerializeToString() for message in messages], said.append)
    answers = [BotMessage.FromString(data).choices for data in said]
    return [(list(choices.turn_ids), list(choices.actions)) for choices in answers]


def test_there_is_one_object_for_each_match() -> None:
    converse(
        WELCOME,
        batch([MatchStart(match=4, seat=2), MatchStart(match=5, seat=0)], [turn(1, 4, [1]), turn(2, 5, [1])]),
        batch(None, [turn(3, 5, [1]), turn(4, 4, [1])]),
        GOODBYE,
    )
    four, five = Diary.all
    assert (four.start.match, four.start.seat, four.turns) == (4, 2, [1, 4])
    assert (five.start.match, five.start.seat, five.turns) == (5, 0, [2, 3])


def test_turns_are_answered_in_the_order_they_stand_in() -> None:
    turns = [turn(9, 1, [1, 5]), turn(3, 2, [2, 6]), turn(7, 3, [4])]
    [answer] = converse(WELCOME, batch([MatchStart(match=match) for match in (1, 2, 3)], turns))
    assert answer == ([9, 3, 7], [5, 6, 4])


def test_a_batch_without_turns_is_not_answered() -> None:
    assert converse(WELCOME, batch([MatchStart(match=1)]), batch(None, None, [MatchEnd(match=1)]), GOODBYE) == []


def test_starts_are_read_before_turns_and_ends_after_them() -> None:
    converse(WELCOME, batch([MatchStart(match=1)], [turn(1, 1, [3])], [MatchEnd(match=1, ranks=[2, 1])]))
    [diary] = Diary.all
    assert diary.turns == [1]
    assert diary.ranks == [2, 1]


def test_the_number_of_a_match_that_ended_may_be_used_again() -> None:
    converse(
        WELCOME,
        batch([MatchStart(match=1)], [turn(1, 1, [3])], [MatchEnd(match=1, ranks=[1])]),
        batch([MatchStart(match=1)], [turn(2, 1, [3])]),
    )
    assert [diary.turns for diary in Diary.all] == [[1], [2]]


def test_nothing_is_heard_after_goodbye() -> None:
    assert converse(WELCOME, GOODBYE, batch([MatchStart(match=1)], [turn(1, 1, [3])])) == []


def test_messages_of_a_later_protocol_are_passed_over() -> None:
    assert converse(WELCOME, ArenaMessage(), batch([MatchStart(match=1)], [turn(1, 1, [3])])) == [([1], [3])]


def with_thinking(monkeypatch: pytest.MonkeyPatch, thinking_s: dict[int, float]) -> type[Bot]:
    """Returns a bot that thinks in each turn for the seconds that `thinking_s` names for the turn's id.

    It replaces the kit's clock, so no real time passes.
    """
    now = set_clock(monkeypatch, 100.0, kit)

    class Thinker(Diary):
        """A bot that sets the simulated clock forward instead of thinking."""

        def choose(self, turn: Turn) -> int:
            now[0] += thinking_s[turn.turn_id]
            return super().choose(turn)

    return Thinker


def test_answers_do_not_wait_for_long_thoughts_about_other_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = with_thinking(monkeypatch, {1: 0.002, 2: 0.004, 3: 1.0, 4: 0.001, 5: 0.001})
    turns = [turn(number, 1, [number]) for number in range(1, 6)]
    answers = converse(WELCOME, batch([MatchStart(match=1)], turns), bot=bot)
    assert answers == [([1, 2], [1, 2]), ([3], [3]), ([4, 5], [4, 5])]


def test_quick_answers_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [turn(number, 1, [number]) for number in range(1, 6)]
    bot = with_thinking(monkeypatch, dict.fromkeys(range(1, 6), kit.FLUSH_S / 5))
    assert len(converse(WELCOME, batch([MatchStart(match=1)], turns), bot=bot)) == 1


def test_a_note_travels_with_its_choice() -> None:
    class Noting(Diary):
        """A bot that writes notes on some of its turns."""

        def choose(self, turn: Turn) -> int:
            kept.append(turn)
            kept[0].note("why")
            if turn.turn_id != 2:
                turn.note("forgotten")
                turn.note({1: "why", 3: "x" * 500, 4: "\ud800", 5: 17}[turn.turn_id])
            return super().choose(turn)

    said: list[bytes] = []
    kept: list[Turn] = []
    turns = [turn(number, 1, [number]) for number in range(1, 6)]
    told = [batch([MatchStart(match=1)], turns), batch(turns=[turn(2, 1, [3])])]
    kit._play(Noting, [message.SerializeToString() for message in told], said.append)
    first, second = (BotMessage.FromString(data).choices for data in said)
    assert list(first.notes) == ["why", "", "x" * 200, "?", "17"]
    assert list(second.notes) == []
    kept[0].note("too late")
    assert "too late" not in notes._noted.values()


class Failing(Diary):
    """A bot with bugs: at seat 1 it fails when a match starts, at seat 2 when it ends, at seat 3 from turn id 3 on."""

    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        assert start.seat != 1

    def choose(self, turn: Turn) -> int:
        assert self.start.seat != 3 or turn.turn_id < 3
        return super().choose(turn)

    def end(self, end: MatchEnd) -> None:
        assert self.start.seat != 2


@pytest.mark.parametrize(
    ("seat", "where"), [(1, "at the start of match 5f"), (2, "at the end of match 5f"), (3, "in match 5f, turn 2")]
)
def test_an_error_of_the_bot_names_the_match_by_its_id_and_the_turn_by_its_number_in_the_match(
    seat: int, where: str
) -> None:
    starts = [MatchStart(match=7, id="5f", seat=seat), MatchStart(match=8, id="60")]
    turns = [turn(1, 7, [3]), turn(2, 8, [3])]
    with pytest.raises(AssertionError) as caught:
        converse(WELCOME, batch(starts, turns), batch(None, [turn(3, 7, [3])], [MatchEnd(match=7)]), bot=Failing)
    assert caught.value.__notes__ == [f"The bot failed {where}."]


@pytest.mark.parametrize("action", [None, "8300", 1.5, -1, 1 << 32])
def test_what_is_no_action_is_told(action: int) -> None:
    class Strange(Diary):
        """A bot that returns a value which is not an action."""

        def choose(self, turn: Turn) -> int:
            return action

    with pytest.raises(TypeError) as caught:
        converse(WELCOME, batch([MatchStart(match=1)], [turn(1, 1, [3])]), bot=Strange)
    assert str(caught.value) == f"choose returned {action!r}; expected one of turn.legal"


def test_a_bot_must_be_able_to_choose() -> None:
    with pytest.raises(TypeError, match="choose"):
        Bot(MatchStart())  # type: ignore[abstract]  # the test needs an abstract class
