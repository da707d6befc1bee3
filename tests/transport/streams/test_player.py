"""Tests of the messages to a bot and of the moments at which they are sent: messages are sent in batches, and never
start more matches than the bot can play.
"""

from hypothesis import given
from hypothesis import strategies as st

from arena.protocol.turns import encode_end, encode_seat, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch
from arena.protocol.wire import bytes_tag, delimited
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.player import LAST_TURN_ID, OpenTurn
from tests.transport.hosting import CALM, player_of


class Bot:
    """A simulated bot with its player, which is the arena's side of the bot. `most_matches` is the highest number of
    matches that it was in at the same time. For each batch, it first enters the matches that start, then leaves the
    matches that end.
    """

    def __init__(self, max_matches: int) -> None:
        self.player = player_of("bot", max_matches)
        self.matches: set[int] = set()
        self.most_matches = 0

    def start(self, match: int) -> None:
        self.player.tell_start(match, encode_start(match, 0, 0, b""))

    def ask(self, match: int, view: bytes = b"") -> int:
        turn_id = self.player.next_turn_id()
        part = encode_turn(turn_id, encode_seat(match, 0), (1, 2), 100, view)
        self.player.ask(turn_id, OpenTurn(match, 0, SeatClock(CALM)), part)
        return turn_id

    def join(self, match: int) -> int:
        self.start(match)
        return self.ask(match)

    def end(self, match: int) -> None:
        self.player.tell_end(match, encode_end(match, (1, 2, 3), (3, 2, 1), ""))

    def read(self) -> list[Batch]:
        batches = [ArenaMessage.FromString(message).batch for message in self.player.take_messages()]
        for batch in batches:
            self.matches |= {start.match for start in batch.starts}
            self.most_matches = max(self.most_matches, len(self.matches))
            assert {turn.match for turn in batch.turns} <= self.matches
            assert {end.match for end in batch.ends} <= self.matches
            self.matches -= {end.match for end in batch.ends}
        return batches

    def answer(self, turn_id: int) -> None:
        assert self.player.close(turn_id)
        self.player.answered()


def test_no_message_is_larger_than_grpc_takes_by_default() -> None:
    bot, view = Bot(4096), bytes(50_000)
    for match in range(100):
        bot.start(match)
        bot.ask(match, bytes_field(view))
        bot.end(match)
    waiting = bot.player.take_messages()
    assert len(waiting) == 3
    assert all(len(message) < 4 << 20 for message in waiting)
    assert sum(len(ArenaMessage.FromString(message).batch.turns) for message in waiting) == 100
    assert len(bot.player.open_turns) == 100


def bytes_field(view: bytes) -> bytes:
    return delimited(bytes_tag(1_000), view)


def test_what_queues_up_goes_out_together() -> None:
    bot = Bot(64)
    for match in range(3):
        bot.join(match)
    [batch] = bot.read()
    assert [start.match for start in batch.starts] == [turn.match for turn in batch.turns] == [0, 1, 2]
    assert list(bot.player.open_turns) == [turn.turn_id for turn in batch.turns]


def test_nothing_goes_out_while_an_answer_is_owed() -> None:
    bot = Bot(64)
    first = bot.join(0)
    assert bot.player.batch_ready.is_set()
    bot.read()
    assert not bot.player.batch_ready.is_set()
    bot.join(1)
    assert not bot.player.batch_ready.is_set()
    bot.answer(first)
    assert bot.player.batch_ready.is_set()


def test_half_of_the_answers_are_not_enough() -> None:
    bot = Bot(64)
    first, second = bot.join(0), bot.join(1)
    bot.read()
    bot.join(2)
    bot.answer(second)
    assert not bot.player.batch_ready.is_set()
    bot.answer(first)
    assert bot.player.batch_ready.is_set()


def test_starts_and_ends_wait_for_a_turn() -> None:
    bot = Bot(64)
    bot.start(0)
    bot.end(0)
    assert not bot.player.batch_ready.is_set()
    bot.ask(1)
    assert bot.player.batch_ready.is_set()


def test_no_message_is_made_of_nothing() -> None:
    assert Bot(1).player.take_messages() == []


def test_a_bot_for_one_match_reads_the_end_of_one_before_the_start_of_the_next() -> None:
    bot = Bot(1)
    bot.join(1)
    bot.read()
    bot.end(1)
    bot.join(2)
    first, second = bot.read()
    assert [end.match for end in first.ends] == [1]
    assert [start.match for start in second.starts] == [2]
    assert bot.most_matches == 1


def test_a_bot_with_room_reads_ends_and_starts_in_one_batch() -> None:
    bot = Bot(2)
    bot.start(1)
    bot.read()
    bot.end(1)
    bot.start(2)
    assert len(bot.read()) == 1


@given(max_matches=st.integers(1, 4), events=st.lists(st.integers(0, 5), max_size=60))
def test_a_bot_is_never_in_more_matches_than_it_said(max_matches: int, events: list[int]) -> None:
    """A bot is never in more matches at a time than it has announced. The test starts and ends matches as a host does,
    and lets the bot read at random times.
    """
    bot = Bot(max_matches)
    current: list[int] = []
    told: list[int] = []
    for event in events:
        if event < 3 and len(current) < max_matches:
            current.append(len(told))
            told.append(len(told))
            bot.join(current[-1])
        elif event < 5 and current:
            bot.end(current.pop(event % len(current)))
        elif event == 5:
            bot.read()
    bot.read()
    assert bot.matches == set(current)
    assert bot.most_matches <= max_matches


def test_who_has_left_is_owed_nothing_and_owes_nothing() -> None:
    bot = Bot(1)
    bot.join(1)
    bot.read()
    bot.end(1)
    bot.join(2)
    assert bot.player.matches == {2}
    bot.player.leave()
    assert not bot.player.open_turns
    assert not bot.player.matches
    assert bot.player.take_messages() == []
    assert not bot.player.open_turns


def test_the_number_after_the_largest_is_the_first() -> None:
    bot = Bot(max_matches=4)
    bot.player._turn_count = LAST_TURN_ID - 1
    assert [bot.join(1), bot.join(2)] == [LAST_TURN_ID, 1]
    [batch] = bot.read()
    assert [turn.turn_id for turn in batch.turns] == [LAST_TURN_ID, 1]
