"""Tests of phases 4 to 6, 10 and 14 of Verräter with a second, independent implementation that works on the boards of a
replay.

The engine calculates with integers for roles and landscapes; this implementation uses their names. Both must agree on
random matches.
"""

from itertools import pairwise
from typing import Any

from arena.games.registry import shipped_components
from tests.games.matches import Case, every_case_of_verraeter, states_of

Frame = Any
MATCHES = range(30)
OTHER = {"eagle": "rose", "rose": "eagle"}
BASE = {"waste": 0, "pasture": 3, "river": 5, "forest": 7, "village": 10, "city": 15}
ROWS = {
    "waste": (0, 3, 2, 1, 1),
    "pasture": (0, 4, 3, 2, 1),
    "river": (0, 5, 4, 2, 1),
    "forest": (0, 7, 5, 2, 1),
    "village": (0, 10, 6, 3, 1),
    "city": (0, 15, 8, 4, 1),
}


@every_case_of_verraeter
def test_houses_circle_and_scores_after_each_conflict(case: Case) -> None:
    conflicts = 0
    for seed in MATCHES:
        frames: list[tuple[Frame, int | None]] = [(case.game.reveal(s), action) for s, action in states_of(case, seed)]
        for (before, action), (after, _) in pairwise(frames):
            if before["phase"] != "supply" or after["phase"] == "supply":
                continue
            conflicts += 1
            lay_down(before["seats"][before["start"] - 1], action)
            fight(before, case.edition)
            if after["phase"] == "end of match":
                add_final_bonus(before["seats"], after)
            assert column(before["circle"], "house") == column(after["circle"], "house")
            for key in ("house", "score"):
                assert column(before["seats"], key) == column(after["seats"], key)
    assert conflicts > 6 * len(MATCHES)


@every_case_of_verraeter
def test_hands_after_each_round_of_drawing(case: Case) -> None:
    rounds = 0
    for seed in MATCHES:
        frames: list[Frame] = [case.game.reveal(state) for state, _ in states_of(case, seed)]
        for before, after in pairwise(frames):
            if before["phase"] != "building" or after["phase"] == "drawing":
                continue
            rounds += 1
            # Only the next frame shows what was built, so the circle and the estates are read there.
            for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
                due = entitlement(after, seat, old["role"], case.edition)
                room = (6 if case.edition == "faidutti" else 5) - len(old["hand"])
                assert len(new["hand"]) == len(old["hand"]) + min(due, room)
    assert rounds > 20


def column(rows: list[Frame], key: str) -> list[object]:
    """Returns the value with this key from each row."""
    return [row[key] for row in rows]


def lay_down(seat: Frame, action: int | None) -> None:
    """Adds the cards of a supply action to the seat's played cards. Fails if the action is None.

    The action is a number in mixed radix: its digits, lowest first, say how many cards it plays of each value.
    """
    assert action is not None
    for value, copies in ((2, 5), (3, 5), (4, 5), (5, 5), (6, 2), (8, 1)):
        action, count = divmod(action, copies + 1)
        seat["played"] += [value] * count


def fight(frame: Frame, edition: str) -> None:
    """Carries out phases 4 to 6 on a board that shows each seat's role and played cards. Changes the board."""
    seats = frame["seats"]
    one_house = len({seat["house"] for seat in seats}) == 1
    for seat in seats:
        deserts = seat["role"] == "diplomat-5" and one_house and edition == "official"
        if seat["role"] == "traitor" or deserts:
            seat["house"] = OTHER[seat["house"]]

    border = frame["circle"][frame["conflict"]], frame["circle"][(frame["conflict"] + 1) % 12]
    land = {place["house"]: place for place in border}
    power = {house: BASE[place["landscape"]] for house, place in land.items()}
    for seat in seats:
        power[seat["house"]] += sum(seat["played"])
        power[seat["house"]] += {"diplomat-2": 2, "diplomat-5": 5}.get(seat["role"], 0)

    for seat in seats:
        seat["score"] += {"traitor": 1, "strategist": 2}.get(seat["role"], 0)
    if power["eagle"] == power["rose"]:
        return
    best = max(power, key=lambda house: power[house])
    conquered = land[OTHER[best]]
    faithful = [seat for seat in seats if seat["house"] == best]
    worth = ROWS[conquered["landscape"]][len(faithful)]
    if edition == "bsw" and len(faithful) == len(seats):
        worth = 1
    for seat in faithful:
        seat["score"] += worth
    conquered["house"] = best


def entitlement(frame: Frame, seat: int, role: str, edition: str) -> int:
    """Returns the number of cards that the seat may draw in phase 10 by the rules, given the landscapes and buildings
    on the board.
    """
    house = frame["seats"][seat]["house"]
    own = [place for place in frame["circle"] if place["building"] == {"seat": seat, "kind": "estate"}]
    cards = len([place for place in own if place["house"] == house]) + (role == "diplomat-2")
    if role == "farmer":
        return 3
    return cards if edition == "faidutti" else min(cards, 3)


def add_final_bonus(seats: list[Frame], end: Frame) -> None:
    """Carries out phase 14: adds to each seat's score its number of trading posts times its number of cards in hand. At
    most three cards count. Both numbers are read from `end`, the last board of the match.
    """
    for number, seat in enumerate(seats):
        posts = sum(place["building"] == {"seat": number, "kind": "trading-post"} for place in end["circle"])
        seat["score"] += posts * min(3, len(end["seats"][number]["hand"]))


def test_the_second_opinion_reads_the_shipped_points() -> None:
    text = shipped_components("verraeter")
    for landscape, row in ROWS.items():
        section = text.split(f"[{landscape}]")[1].split("]\n")[0]
        values = [int(line.split("value = ")[1].split(",")[0]) for line in section.splitlines() if "value" in line]
        assert values == [BASE[landscape], *row[1:]]
