"""What is told of a match of Verräter: sums that add up, points that make the score, and the printed example."""

import re

from arena.games.verraeter import Narrator
from arena.games.verraeter.state.state import State
from tests.games.matches import Case, every_case_of_verraeter
from tests.games.test_narration import NAMES, told_match
from tests.games.verraeter.test_frames import HANDS, PILE
from tests.rules.verraeter.positions import draft, game, names, play, position

SUM = re.compile(r"(Eagle|Rose) has (\d+): (.*)")
narrator = Narrator(NAMES[:4])


def tell(state: State, notation: str) -> tuple[str, tuple[str, ...]]:
    """What an action means, and what followed."""
    action = game.legal_actions(state)[names(state).index(notation)]
    told = narrator.tell(state, action)
    return told.meaning, told.events


@every_case_of_verraeter
def test_the_parts_of_a_sum_add_up(case: Case) -> None:
    sums = [match for told in told_match(case, 1) for event in told.events if (match := SUM.match(event))]
    assert len(sums) >= 4
    for total, parts in (match.group(2, 3) for match in sums):
        assert int(total) == sum(int(part.split()[-1]) for part in parts.split(" + ") if part != "nothing")


@every_case_of_verraeter
def test_the_points_told_are_the_score(case: Case) -> None:
    for seed in range(5):
        score = dict.fromkeys(NAMES[: case.seats], 0)
        told = told_match(case, seed)
        for event in (event for part in told for event in part.events):
            if event.startswith(("points: ", "trading posts")):
                for gain in event.split(": ", 1)[1].split(", "):
                    name, *numbers = gain.split(" ")
                    score[name] = score.get(name, 0) + sum(int(number) for number in numbers if number.isdigit())
        final = told[-1].events[-1]
        best = max(score.values())
        assert final == f"most points: {' and '.join(n for n in score if n in NAMES and score[n] == best)}, {best}"


def test_a_place_of_conflict_is_told_with_its_landscapes() -> None:
    meaning, _ = tell(position(), "fight 11|0")
    assert meaning == "river of Eagle 5 against city of Rose 15"


def test_a_pick_is_told_with_what_there_was_to_pick_from() -> None:
    state = draft(position(), "11|0", "builder traitor", aside="diplomat-2")
    assert tell(state, "pick farmer")[0] == "out of diplomat-5, strategist, farmer"


def test_the_printed_example_is_told_with_its_sums() -> None:
    before = position(hands=HANDS, pile="+".join(map(str, PILE)))
    before = draft(before, "11|0", "builder traitor strategist diplomat-5", "diplomat-2")
    meaning, events = tell(play(before, "play 2+4+6", "play 4", "play -"), "play 3")
    assert meaning == "strength 3"
    assert events == (
        "roles: ann builder, ben traitor, cid strategist, dora diplomat-5",
        "ben goes over to Eagle",
        "Eagle has 21: river 5 + ann 12 + ben 4",
        "Rose has 23: city 15 + dora 3 + diplomat-5 5",
        "Rose wins, and takes the river of Eagle",
        "points: ben 1 as traitor, cid 2 as strategist, dora 5",
    )
