"""Runs conformance checks of bots for tests; several run at the same time, because a check mostly waits."""

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict, perform, prepare
from arena.sandbox.box import UNCONFINED, Box

MINIATURES: Final = Path(__file__).parents[2] / "miniatures"
AT_ONCE: Final = 5


def copy_of(miniature: str, folder: Path) -> Path:
    """Copies a miniature (a tiny test bot) into `folder` under its own name, and returns the copy.

    The copy plays only the game Verräter, unless its manifest names other games.
    """
    copy = folder / miniature
    copy.mkdir()
    shutil.copy(MINIATURES / miniature / "bot.py", copy)
    given = MINIATURES / miniature / "bot.toml"
    text = given.read_text() if given.exists() else f'name = "{miniature}"\ncommand = ["{{python}}", "../run.py"]\n'
    text = text.replace("../run", str(MINIATURES / "run"))
    (copy / "bot.toml").write_text(text if "games" in text else f'{text}games = ["verraeter"]\n')
    return copy


def check(references: Sequence[str], base: Path = Path(), box: Box = UNCONFINED) -> dict[str, list[Outcome]]:
    """Checks these bots, and returns the results of all steps for each bot."""
    outcomes: dict[str, list[Outcome]] = {reference: [] for reference in references}
    benches = [Bench(reference, base, box) for reference in references]
    for bench in benches:
        prepare(bench, outcomes[bench.reference].append)

    async def check_all() -> None:
        places = asyncio.Semaphore(AT_ONCE)

        async def check_one(bench: Bench) -> None:
            async with places:
                await perform(bench, outcomes[bench.reference].append)

        await asyncio.gather(*map(check_one, benches))

    asyncio.run(check_all())
    return outcomes


def names(outcomes: Sequence[Outcome], verdict: Verdict) -> list[str]:
    """Returns the names of the steps that ended with this verdict."""
    return [outcome.name for outcome in outcomes if outcome.verdict is verdict]
