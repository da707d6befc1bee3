"""Tests, with real bot processes, that the arena can ask a bot how it would decide in a turn of a match."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from arena.asking import answers, respondents
from arena.asking.answers import Answers
from arena.asking.respondent import Reply
from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from arena.sandbox.box import UNCONFINED
from tests.asking.bots import bot, decision_after
from tests.end_to_end.processes import bots_in

NOTING = 'Path("asked").open("a").write(f"{self.start.seat} ")\nreturn turn.legal[-1]'
TWICE = """if self.start.id != self.__class__.__dict__.get("match", self.start.id):
    sys.exit("another match")
if self.start.seat != self.__class__.__dict__.get("seat", self.start.seat):
    sys.exit("another seat")
type(self).match, type(self).seat = self.start.id, self.start.seat
return turn.legal[0]"""


def asking(script: Callable[[Answers], Awaitable[None]], folder: Path) -> None:
    """Runs a script with a new cache of answers, and checks afterwards that no bot process remains."""

    async def live() -> None:
        asked = Answers(UNCONFINED)
        try:
            await script(asked)
        finally:
            await asked.close()

    asyncio.run(asyncio.wait_for(live(), 120))
    assert bots_in(folder) == []


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  # other processes set no event
        await asyncio.sleep(0.05)


def test_a_bot_chooses_something_legal_and_the_same_whatever_it_was_asked_before(tmp_path: Path) -> None:
    random = bot(tmp_path, "random", "import random\nreturn random.Random(self.start.seed).choice(turn.legal)")

    async def script(asked: Answers) -> None:
        decisions = [decision_after(actions) for actions in (4, 9, 14, 17)]
        chosen = [(await asked.ask(decision, random)).action for decision in decisions]
        assert all(decision.allows(action) for decision, action in zip(decisions, chosen, strict=True))
        again = Answers(UNCONFINED)
        backwards = [(await again.ask(decision, random)).action for decision in reversed(decisions)]
        await again.close()
        assert backwards[::-1] == chosen

    asking(script, tmp_path)


def test_a_question_is_put_once(tmp_path: Path) -> None:
    noting = bot(tmp_path, "noting", NOTING)

    async def script(asked: Answers) -> None:
        decision = decision_after(9)
        replies = await asyncio.gather(*(asked.ask(decision, noting) for _ in range(20)))
        replies += [await asked.ask(decision_after(9), noting)]
        assert set(replies) == {replies[0]}
        assert (tmp_path / "noting" / "asked").read_text() == f"{decision.seat} "

    asking(script, tmp_path)


def test_a_process_is_asked_about_one_seat_of_one_match(tmp_path: Path) -> None:
    forgetful = bot(tmp_path, "forgetful", TWICE)

    async def script(asked: Answers) -> None:
        for deal in (3, 4):
            for actions in range(4, 12):
                assert await asked.ask(decision_after(actions, deal), forgetful)
        assert 0 < len(bots_in(tmp_path)) <= respondents.MOST_IDLE + 1  # one more may be ending

    asking(script, tmp_path)


@pytest.mark.parametrize(
    ("choosing", "words"),
    [
        ("return 99999", r"asked failed at step 9: it chose 99999, which is not legal"),
        (
            "sys.exit('no idea')",
            r"asked failed at step 9: the process ended with exit status 1  \[bot-failed\]\nno idea",
        ),
        ("while True: pass", r"asked failed at step 9: it did not answer within 0.4 s(.*\n)*.*in choose"),
    ],
)
def test_what_a_bot_does_wrong_is_told_and_the_next_question_is_put_to_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choosing: str, words: str
) -> None:
    monkeypatch.setattr(respondents, "BANK_MS", 400)
    once = f"if not Path('was').exists():\n    Path('was').touch()\n    {choosing}\nreturn turn.legal[0]"
    asked_bot = bot(tmp_path, "asked", once)

    async def script(asked: Answers) -> None:
        with pytest.raises(ArenaError, match=words) as raised:
            await asked.ask(decision_after(9), asked_bot)
        assert raised.value.code == "bot-failed"
        monkeypatch.setattr(respondents, "BANK_MS", 60_000)
        assert decision_after(9).allows((await asked.ask(decision_after(9), asked_bot)).action)

    asking(script, tmp_path)


def test_few_think_at_once_few_wait_and_more_are_refused(tmp_path: Path) -> None:
    waiting = bot(tmp_path, "waiting", "while not Path('go').exists(): time.sleep(0.01)\nreturn turn.legal[0]")

    async def script(asked: Answers) -> None:
        questions = [asyncio.create_task(asked.ask(decision_after(n), waiting)) for n in range(answers.MOST_OPEN)]
        await until(lambda: len(bots_in(tmp_path)) == respondents.MOST_AT_ONCE)
        await asyncio.sleep(0.5)
        assert len(bots_in(tmp_path)) == respondents.MOST_AT_ONCE
        with pytest.raises(
            ArenaError, match="because 8 questions are waiting for an answer, which is the limit"
        ) as raised:
            await asked.ask(decision_after(30), waiting)
        assert raised.value.code == "busy"
        (tmp_path / "waiting" / "go").touch()
        replies: list[Reply] = await asyncio.gather(*questions)
        assert len(replies) == answers.MOST_OPEN
        assert (await asked.ask(decision_after(30), waiting)).took_ms >= 0

    asking(script, tmp_path)


def test_a_process_nobody_asks_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(respondents, "IDLE_S", 0.2)
    idle = bot(tmp_path, "idle")

    async def script(asked: Answers) -> None:
        await asked.ask(decision_after(9), idle)
        await until(lambda: not bots_in(tmp_path))
        await asked.ask(decision_after(12), idle)

    asking(script, tmp_path)


def test_who_waits_when_the_server_ends_is_told(tmp_path: Path) -> None:
    hanging = bot(tmp_path, "hanging", "while True: pass")

    async def script(asked: Answers) -> None:
        question = asyncio.create_task(asked.ask(decision_after(9), hanging))
        await until(lambda: bool(bots_in(tmp_path)))
        await asked.close()
        with pytest.raises(ArenaError, match="the server is stopping"):
            await question

    asking(script, tmp_path)


@pytest.mark.parametrize("steps", range(3))
def test_questions_around_the_end_of_the_server_are_refused(tmp_path: Path, steps: int) -> None:
    """Tests that a question asked just before the server stops is refused, and so is every later question."""
    hanging = bot(tmp_path, "hanging", "while True: pass")

    async def script(asked: Answers) -> None:
        early = asyncio.create_task(asked.ask(decision_after(9), hanging))
        for _ in range(steps):
            await asyncio.sleep(0)
        asked.stop()
        for question in (early, asked.ask(decision_after(12), hanging)):
            with pytest.raises(ArenaError, match="the server is stopping"):
                await question

    asking(script, tmp_path)


def test_a_bot_that_would_have_to_be_built_is_not_asked(tmp_path: Path) -> None:
    made = bot(tmp_path, "made")
    (made.folder / "bot.toml").write_text('name = "made"\ncommand = ["./made"]\nbuild = ["sh", "-c", "exit 1"]\n')

    async def script(asked: Answers) -> None:
        with pytest.raises(ArenaError, match="the bot made is not built on this server") as raised:
            await asked.ask(decision_after(9), read_manifest(made.folder / "bot.toml"))
        assert raised.value.code == "not-built"

    asking(script, tmp_path)
