"""Creates the folder of a new bot: a copy of the starter (the template) in its language, with the bot's own name and
game.

Rule: the starter is written for a game with its own Protobuf message types. If the new bot's game is sent as rows
(named lists of values) instead, each file in the folder `starter-rows` replaces the starter's file of the same name.
README.md is an exception: its sections in `starter-rows` replace only those sections of the starter's README.md that
have the same headings.
"""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_IRGRP, S_IROTH, S_IRUSR, S_IXUSR
from typing import Final

from arena.authoring.drafts import make_folder, replaced
from arena.authoring.protocol import put_protocol
from arena.authoring.replacements import game_words, rivals
from arena.building.content import content_files
from arena.building.house import MANIFEST, STARTER, house_bots
from arena.building.manifest_file import LONGEST_AUTHOR, LONGEST_NAME
from arena.errors import ArenaError
from arena.games.registry import BUILT_IN, DEFAULT_GAME, find_game

TURNS: Final = "turns.txt"
README: Final = "README.md"
RULES: Final = "RULES.md"

OVER: Final = "starter-rows"
"""The name of the folder, beside a language's starter, with the files that replace the starter's if the bot's game is
sent as rows. A language may lack this folder.
"""

SPELLINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "rust": str.lower,
    "typescript": str.lower,
}
"""For each language that restricts the names of packages, the function that turns a bot's name into a package name."""

CARGO_NAMES: Final = {"build", "deps", "examples", "incremental"}
"""The names of folders that Cargo makes next to the programs that it builds. A package must not have one of these
names, because its program would then have the folder's name.
"""

STARTER_PATHS: Final = {
    "../../../proto": "./proto",
    "../kit": "./kit",
    '"../kit/dist"': '"kit/dist"',  # npm's lock file names folders inside its own folder without ./
    "../target": "./target",
    f"../../cases/{DEFAULT_GAME}.txt": TURNS,
}
KIT_PATHS: Final = {"../../../proto": "../proto"}

HIDDEN: Final = (".clang-format", ".npmrc")
"""Hidden files that are copied although the arena otherwise ignores a bot's hidden files, because authors need them."""

READABLE: Final = S_IRUSR | S_IRGRP | S_IROTH

Files = Iterable[tuple[str, Path]]


@dataclass(frozen=True, slots=True)
class NewBot:
    """The properties of a new bot that its author chooses."""

    name: str
    language: str
    game: str
    author: str


def languages() -> list[str]:
    """Returns the languages that have a starter, as the names of their folders, sorted."""
    return sorted(path.parts[-3] for path in house_bots().glob(f"*/{STARTER}/{MANIFEST}"))


def git_author() -> str:
    """Returns the user name in git's settings; "unknown" if git is not installed or has none."""
    git = shutil.which("git")
    if not git:
        return "unknown"
    told = subprocess.run((git, "config", "user.name"), check=False, capture_output=True)  # noqa: S603
    name = "".join(filter(str.isprintable, told.stdout.decode("utf-8", "replace"))).strip()
    return name[:LONGEST_AUTHOR].strip() or "unknown"


def make_bot(folder: Path, language: str, game: str, author: str) -> list[str]:
    """Creates the folder of a new bot, and returns the names of the files and folders in it. The bot is named after the
    folder.

    Names of folders end in `/`. Raises ArenaError [bad-name], [folder-not-empty], [folder-not-made] or [no-starter],
    and then leaves nothing behind.
    """
    folder = folder.resolve()
    bot = NewBot(folder.name, language, game, author)
    _demand_name(bot)
    return make_folder(folder, lambda draft: _fill(draft, bot, folder))


def _demand_name(bot: NewBot) -> None:
    if len(bot.name) > LONGEST_NAME or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", bot.name):
        expected = f"at most {LONGEST_NAME} characters: letters (a to z), digits, - and _, with a letter first"
    elif _spelt(bot) in _taken(bot.language):
        expected = f"a name that is not reserved by {bot.language} and not used by a package of the starter"
    else:
        return
    raise ArenaError(
        "bad-name",
        f"a bot cannot be called {bot.name!r}; expected {expected}",
        "give the folder another name, because the bot is named after the folder",
    )


def _taken(language: str) -> set[str]:
    """Returns the names that a new bot's package must not have in this language.

    For Rust these are the names of folders that Cargo makes and of packages that the starter uses. For other languages
    there are none.
    """
    lock = house_bots() / language / STARTER / "Cargo.lock"
    if not lock.is_file():
        return set()
    return CARGO_NAMES | {package["name"] for package in tomllib.loads(lock.read_text("utf-8"))["package"]} - {STARTER}


def _fill(draft: Path, bot: NewBot, folder: Path) -> None:
    bots = house_bots()
    home = bots / bot.language
    words = STARTER_PATHS | game_words(bot.game, folder) | {STARTER: _spelt(bot)}
    over = _over(bot)
    starter = dict(_files(home / STARTER))
    _copy([(replaced(name, words), path) for name, path in (starter | over).items()], draft, words)
    if README in over:
        text = _with_parts(starter[README].read_text("utf-8"), over[README].read_text("utf-8"))
        (draft / README).write_text(replaced(text, words), "utf-8", newline="\n")
    _sign(draft / MANIFEST, bot)
    if (home / "kit").is_dir():
        _copy(_files(home / "kit"), draft / "kit", KIT_PATHS)
        put_protocol(draft / "proto")
    if over:
        _put_game(draft, bot.game)
    else:
        _copy([(TURNS, bots / "cases" / f"{bot.game}.txt")], draft, {})


def _over(bot: NewBot) -> dict[str, Path]:
    """Returns the files, by name, that replace files of the starter because the bot's game is sent as rows; empty if
    the game is not sent as rows.

    Raises ArenaError [no-starter] if the language has no starter for games sent as rows.
    """
    if bot.game in BUILT_IN:
        return {}
    folder = house_bots() / bot.language / OVER
    if not folder.is_dir():
        there = [language for language in languages() if (house_bots() / language / OVER).is_dir()]
        raise ArenaError(
            "no-starter",
            f"the arena does not have a starter in {bot.language} for the game {bot.game}, which is sent to bots as "
            "rows (named lists of values)",
            f"choose one of the languages {', '.join(there)}; or write a bot without a starter, with the kit for "
            f"{bot.language}, whose README explains rows",
        )
    return dict(_files(folder))


def _put_game(draft: Path, game: str) -> None:
    """Writes sampled turns of the game to turns.txt. If the game has a file with its rules, copies this file to
    RULES.md.
    """
    from arena.authoring.sampled_turns import sample_turns  # noqa: PLC0415  # loading it would delay the list of commands

    entry = find_game(game)
    turns = sample_turns(game, 1 + len(rivals(game).split()), next(iter(entry.info.editions)), names=True)
    (draft / TURNS).write_text(turns, "utf-8", newline="\n")
    if Path(entry.rules).is_file():
        shutil.copyfile(entry.rules, draft / RULES)


def _with_parts(text: str, others: str) -> str:
    """Returns `text` with each of its sections replaced by the section of `others` that has the same heading, if there
    is one.
    """
    parts, of_others = (re.split(r"^(?=#+ )", one, flags=re.MULTILINE) for one in (text, others))
    over = {part.partition("\n")[0]: part for part in of_others}
    return "".join(over.get(part.partition("\n")[0], part) for part in parts)


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    yield from content_files(folder)
    yield from ((name, folder / name) for name in HIDDEN if (folder / name).is_file())


def _spelt(bot: NewBot) -> str:
    return SPELLINGS.get(bot.language, str)(bot.name)


def _copy(files: Files, folder: Path, words: Mapping[str, str]) -> None:
    for name, path in files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        try:
            target.write_bytes(replaced(content.decode("utf-8"), words).encode())
        except UnicodeDecodeError:
            target.write_bytes(content)
        if path.stat().st_mode & S_IXUSR:
            mode = target.stat().st_mode
            target.chmod(mode | (mode & READABLE) >> 2)


def _sign(manifest: Path, bot: NewBot) -> None:
    """Writes the bot's name and author into the manifest, and removes the key `sources`.

    `sources` lists folders outside the bot's folder. The new bot does not need it, because its folder contains copies
    of these folders.
    """
    own = {"name": bot.name, "author": bot.author}
    lines = []
    for line in manifest.read_text("utf-8").splitlines(keepends=True):
        key = line.partition("=")[0].strip()
        if key != "sources":
            lines.append(f"{key} = {json.dumps(own[key], ensure_ascii=False)}\n" if key in own else line)
    manifest.write_text("".join(lines), "utf-8", newline="\n")
