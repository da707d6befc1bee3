"""Tests that every error message which a page can show is translated into the page's language."""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import pytest

import arena
import leaderboards
from arena.errors import ArenaError
from leaderboards.pages.translated_messages import complaint, said

ARENA, BOARDS = Path(arena.__file__).parent, Path(leaderboards.__file__).parent
COMMANDS: Final = {"serving.py", "tls.py", "league_server.py", "audit.py"}
"""The source files with error messages that users read only in a terminal, so that no translation is needed."""
TELLING: Final = {
    "ArenaError": (1, 2),
    "Rejection": (0, 1),
    "Hindrance": (0,),
    "supersede": (4,),
    "_bad": (0, 1),
    "damaged": (1,),
    "close": (0,),
    "HTTPException": (1,),
    "give_up": (1,),
}
"""The positions of the arguments that are error messages or hints, by the name of the called function or class."""
VALUE: Final = "9"
"""The text in place of each f-string value that the code does not spell out."""


PIECES: Final = {
    "9 is 9",
    "the 9 in the address is 9; expected a number",
    "9 is 9; expected a whole number from 9 to 9",
    "9 is 9; expected true or false",
    "write the number of the 9 into the address, for example 3",
    "9 failed 9: 9",
    "9 failed 9: 9\n9",
    "9 failed 9: it chose 9, which is not legal",
}
"""Sentences that are not checked with VALUE in place of some words; OTHERS contains complete examples instead."""
OTHERS: Final = (
    *(f"{key} is 'x'; expected a whole number from 1 to 9" for key in ("bank_s", "seed")),
    "training is 'x'; expected true or false",
    *(f"the {name} in the address is 'x'; expected a number" for name in ("step", "match")),
    *(f"write the number of the {name} into the address, for example 3" for name in ("step", "match")),
    "greedy failed at step 7: ended with exit status 3",
    "greedy failed at step 7: it chose 9, which is not legal",
    "the table in t1.journal is damaged: line 3 was changed after it was written",
    "t1.journal cannot be written: there is no room",
    "this server does not have a league named x; the stored results in x/league.db are damaged: no such table: records",
    "the file results/x does not contain results yet",
    *(
        f"the build of x failed, {how}: make bot"
        for how in ("exit status 2", "it took longer than 600 s", "it changed files that belong to the bot")
    ),
    "the build of x failed, it left no run.py: make bot",
    "the build of x failed, it cannot be started (Permission denied): make bot",
    "the bot x needs cargo and javac, which this machine does not have",
    "the house bot x plays verraeter, not hetverraad",
    "x/bot.toml: x plays verraeter, not hetverraad",
    "the folder /x does not contain a bot.toml, so it is not a bot",
    "the hand-in does not contain a bot.toml; it has no files",
    "the hand-in does not contain a bot.toml; it has a.py, b.py",
    "the hand-in does not contain a bot.toml; it has a.py, b.py, c.py, d.py and 12 more files",
    "the hand-in does not contain a bot.toml; it has x.ipynb alone, which is a Jupyter notebook",
    "the hand-in does not contain a bot.toml; it has bot.zip alone, which is a zip",
    "the hand-in contains 2 bots instead of one: a/bot.toml, b/bot.toml",
    "the arena ran out of resources when it started x: it may open no more files (Too many open files)",
    "the arena failed when it prepared x: Permission denied: /x",
    "the examination was cut off 3 times, so it is not tried again",
)


def _sources() -> Iterator[Path]:
    for room in (ARENA / "web", ARENA / "tables", ARENA / "asking"):
        yield from (path for path in sorted(room.rglob("*.py")) if path.name not in COMMANDS)
    for name in (
        "accounts/rights.py",
        "accounts/tokens.py",
        "challenges/new_challenge.py",
        "challenges/rows.py",
        "examining/cluster.py",
        "examining/examining.py",
        "examining/steps.py",
        "examining/worker.py",
        "keeping/base.py",
        "playing/contest_folder.py",
        "playing/players.py",
        "submissions/submissions.py",
    ):
        yield ARENA / "ladder" / name
    for name in ("views", "shown"):
        yield from sorted((BOARDS / "pages" / name).glob("*.py"))
    yield from (BOARDS / "pages" / "site.py", ARENA / "match" / "frames.py", ARENA / "files" / "rates.py")


def sentences() -> Iterator[tuple[str, str]]:
    """Yields each error message and hint in the code: its file and line, and its text with VALUE for each value."""
    for path in _sources():
        tree = ast.parse(path.read_text())
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(scope):
                    for told in _told(node):
                        yield from ((f"{path.name}:{told.lineno}", one) for one in _texts(told, scope, tree))


def _told(node: ast.AST) -> Iterator[ast.expr]:
    """Yields the expressions for error messages in a syntax node: arguments of a call (see TELLING), or the value
    assigned to `trouble`, the attribute for the error of a running match.
    """
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        yield from (node.args[place] for place in TELLING.get(called, ()) if len(node.args) > place)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "trouble":
        yield node.value


def _texts(node: ast.expr, *scopes: ast.AST) -> Iterator[str]:
    """Yields the possible texts of an expression, as far as the code contains them.

    `scopes`: the syntax trees in which to look up the value of a name: the expression's function, then its file.
    """
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
            for found in product(*([*_texts(part, *scopes)] or [VALUE] for part in parts)):
                yield "".join(found)
        case _:
            for one in _choices(node, *scopes):
                yield from _texts(one, *scopes)


def _choices(node: ast.expr, *scopes: ast.AST) -> list[ast.expr]:
    """Returns the expressions between which this expression chooses, such as both branches of a condition.

    `scopes`: the syntax trees in which to look up the value of a name, in this order.
    """
    match node:
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.BoolOp():
            return node.values
        case ast.Name(id=name):
            return _assigned(name, *scopes)
        case ast.Subscript(value=ast.Name(id=name)):
            return [one for table in _assigned(name, *scopes) if isinstance(table, ast.Dict) for one in table.values]
    return []


def _assigned(name: str, *scopes: ast.AST) -> list[ast.expr]:
    """Returns all values assigned to a name in the first of the scopes that assigns a value to it."""
    for scope in scopes:
        found = [
            one.value
            for one in ast.walk(scope)
            if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in one.targets)
        ]
        if found:
            return found
    return []


def test_there_are_many() -> None:
    assert len({sentence for _, sentence in sentences()}) > 100


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_every_sentence_that_is_made_has_one_in_each_language(language: str) -> None:
    made = {one for _, one in sentences() if one not in PIECES and set(one) - set("9;: \n")}
    assert {one for one in made if said(one, language).language == "en"} == set()


@pytest.mark.parametrize("sentence", OTHERS)
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_those_put_together_are_told_whole(sentence: str, language: str) -> None:
    told = said(sentence, language)
    assert told.language == language
    assert not {"with", "the", "not", "which", "there"} & set(told.text.split())


def test_a_complaint_is_in_one_language_and_keeps_what_a_program_printed() -> None:
    error = ArenaError(
        "bot-failed",
        "x failed at step 7: ended with exit status 3\nthe seed is 9",
        "test the bot alone with arena check",
    )
    told = complaint(error, "de")
    assert told[:3] == (
        "x versagte bei Schritt 7: endete mit Status 3\nthe seed is 9",
        "prüfe den Bot allein mit arena check",
        "de",
    )
    unknown = ArenaError("else", "there is no table 7", "a hint nobody knows")
    assert complaint(unknown, "de")[:3] == ("there is no table 7", "a hint nobody knows", "en")
    assert complaint(error, "en").message == error.message


def test_a_stranger_cannot_have_a_sentence_looked_for_at_length() -> None:
    hostile = "there is no table " + " is played at  to  seats, not " * 4000
    assert said(hostile, "de") == (hostile, "en")
