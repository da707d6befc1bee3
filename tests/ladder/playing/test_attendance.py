"""Tests of which remote bots are seated when bots connect and disconnect; the tests set the clock by hand."""

from collections.abc import Collection

from arena.ladder.playing.attendance import AWAY_S, COME_S, DIAL_S, LONGEST_S, Attendance


class TableService:
    """A simulated service to which remote bots connect. Once a second of simulated time, it reports the connected bots
    to an `Attendance`, the object that decides which bots are seated.
    """

    def __init__(self) -> None:
        self.attendance, self.now_s = Attendance(), 1_000.0
        self.attendance.open(self.now_s)

    def sees(self, there: Collection[str], seconds: float) -> frozenset[str]:
        for _ in range(round(seconds)):
            self.now_s += 1
            self.attendance.see(there, self.now_s)
        return self.attendance.seated()

    def until(self, there: Collection[str], seated: Collection[str]) -> int:
        """Returns the number of seconds until exactly the bots `seated` have a seat, while exactly the bots `there` are
        connected.
        """
        for seconds in range(2 * round(LONGEST_S)):
            if self.attendance.seated() == {*seated}:
                return seconds
            self.sees(there, 1)
        raise AssertionError


def test_whoever_has_been_there_for_some_seconds_is_seated() -> None:
    table_service = TableService()
    assert not table_service.sees(["ann"], COME_S - 1)
    assert table_service.sees(["ann"], 1) == {"ann"}
    assert table_service.sees(["ann", "ben"], COME_S - 1) == {"ann"}
    assert table_service.sees(["ann"], 1) == {"ann"}
    assert table_service.sees(["ann", "ben"], COME_S - 1) == {"ann"}
    assert table_service.sees(["ann", "ben"], 1) == {"ann", "ben"}


def test_whoever_is_away_for_long_has_left_and_comes_back() -> None:
    table_service = TableService()
    table_service.sees(["ann"], DIAL_S + COME_S)
    assert table_service.sees([], AWAY_S) == {"ann"}
    assert not table_service.sees([], 1)
    assert not table_service.sees(["ann"], COME_S)
    assert table_service.sees(["ann"], COME_S) == {"ann"}


def test_who_comes_and_goes_all_day_is_away_a_small_part_of_it() -> None:
    """A bot that loses its connection again and again is seated without a connection for less than a twentieth of the
    time.

    In the first part of the test, the bot is connected for one second of every ten. In the second part, it disconnects
    as soon as it is seated, and connects again when it has lost its seat.
    """
    table_service, waited, hours = TableService(), 0, 2
    for second in range(hours * 3_600):
        if table_service.sees(["ann"] if second % 10 == 0 else [], 1) and second % 10:
            waited += 1
    assert waited < hours * 3_600 / 20
    table_service, waited = TableService(), 0
    while table_service.now_s < 1_000 + hours * 3_600:
        table_service.until(["ann"], ["ann"])
        waited += table_service.until([], [])
    assert waited < hours * 3_600 / 20


def test_who_stayed_for_long_comes_back_as_the_first_time() -> None:
    table_service = TableService()
    table_service.until(["ann"], ["ann"])
    assert table_service.until([], []) > AWAY_S
    assert table_service.until(["ann"], ["ann"]) == 2 * COME_S
    table_service.sees(["ann"], LONGEST_S)
    table_service.until([], [])
    assert table_service.until(["ann"], ["ann"]) == COME_S


def test_a_gate_that_opens_anew_makes_nobody_be_away() -> None:
    table_service = TableService()
    table_service.sees(["ann"], DIAL_S + COME_S)
    for _ in range(20):
        table_service.attendance.open(table_service.now_s)
        assert table_service.sees([], DIAL_S - 1) == {"ann"}
        assert table_service.sees(["ann"], 1) == {"ann"}


def test_what_was_not_looked_at_counts_for_nobody() -> None:
    table_service = TableService()
    table_service.sees(["ann"], DIAL_S + COME_S)
    table_service.now_s += 100 * AWAY_S
    assert table_service.sees([], 1) == {"ann"}
