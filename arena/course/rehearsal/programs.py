"""Makes the bots of invented students. Each bot contains a source file that no other bot has, unless its author copied
the file of another author.
"""

import re
import zipfile
from pathlib import Path
from random import Random
from typing import Final

from arena.building.house import house_bots
from arena.course.rehearsal.stories import BROKEN, FAULTY, GOOD, WEAK

HOUSE: Final = {GOOD: "greedy", WEAK: "random"}
BROKEN_PROGRAM: Final = "import no_such_module_anywhere\n"
FAULTY_PROGRAM: Final = '''
from arena.bot import Bot, run

PATIENCE = 250
asked = 0


class Faulty(Bot):
    """Chooses what is not legal once its process has been asked often enough."""

    def choose(self, turn):
        global asked
        asked += 1
        return turn.legal[0] if asked < PATIENCE else max(turn.legal) + 1


run(Faulty)
'''
NOTES: Final = '"""What its author thinks that things are worth; the bot does not ask it yet."""\n'
IDEAS: Final = 16
SIGNS: Final = ("+", "-", "*", "//", "%", "and", "or", "<", ">", "==")
FACTS: Final = ("cards", "houses", "points", "borders")


def manifest_of(name: str, author: str) -> str:
    """The text of a bot.toml with this name and author."""
    return f'name = "{name}"\nauthor = "{author}"\ncommand = ["{{python}}", "bot.py"]\n'


def program_of(name: str) -> str:
    """Returns the source code of a bot of the kind `name`: good, weak, broken or faulty."""
    own = {BROKEN: BROKEN_PROGRAM, FAULTY: FAULTY_PROGRAM}
    return own.get(name) or (house_bots() / "python" / HOUSE[name] / "bot.py").read_text("utf-8")


def ideas_of(number: int) -> str:
    """Returns the text of a source file that is different for each author; `number` is the author's number."""
    rng = Random(number)  # noqa: S311  # not for secrets
    return NOTES + "".join(_idea(rng, at) for at in range(IDEAS))


def reworded(ideas: str) -> str:
    """The text of a source file with renamed variables, as a student who copies might hand it in."""
    return re.sub(r"\b(idea|cards|houses|points|borders)(?=\b|_)", r"my_\1", ideas)


def pack(path: Path, program: str, author: str, ideas: str) -> None:
    """Writes a bot as a zip file; the same arguments give the same bytes."""
    files = {
        "bot/bot.toml": manifest_of(program, author),
        "bot/bot.py": f"{program_of(program)}\n# {author}\n",
        "bot/ideas.py": ideas,
    }
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)


def _idea(rng: Random, number: int) -> str:
    terms = " ".join(f"{rng.choice(FACTS)} {rng.choice(SIGNS)}" for _ in range(rng.randint(8, 14)))
    return f"\n\ndef idea_{number}({', '.join(FACTS)}):\n    return {terms} {rng.randint(2, 9)}\n"
