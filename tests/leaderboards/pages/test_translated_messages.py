"""Tests that every sentence of the arena about a bot's fault is translated into the page's language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena
from leaderboards.pages.translated_messages import said

SOURCES = Path(arena.__file__).parent
TELLING = {"Trouble": 1, "Excess": 1, "Refusal": 1, "_fault": 4}
"""The position of the argument that contains the sentence about a fault, by the name of the called function or class.
"""
PIECES = {
    "the bot sent 9, but 9",
    "the bot had not 9 after 9 ms",
    "it printed 9, and 9",
    "used had 9 processes and threads of the 9 a bot may have; its largest process was 9",
}
"""Sentences that are not checked with ENGLISH in place of some words; OTHERS contains complete examples instead."""
ENGLISH = "9"
"""The text in place of each f-string value that the code does not spell out."""


def sentences() -> Iterator[tuple[str, str]]:
    """Yields each sentence on a fault in the code: its file and line, and its text with ENGLISH for each value."""
    for path in [*sorted((SOURCES / "transport").rglob("*.py")), SOURCES / "protocol" / "conversation.py"]:
        tree = ast.parse(path.read_text())
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for scope in scopes:
            for call in ast.walk(scope):
                if isinstance(call, ast.Call) and _called(call) in TELLING:
                    place = TELLING[_called(call)]
                    if len(call.args) > place:
                        yield from ((f"{path.name}:{call.lineno}", one) for one in _texts(call.args[place], scope))


def _called(call: ast.Call) -> str:
    return (
        call.func.id
        if isinstance(call.func, ast.Name)
        else call.func.attr
        if isinstance(call.func, ast.Attribute)
        else ""
    )


def _texts(node: ast.expr, scope: ast.AST) -> Iterator[str]:
    """Yields each text that `node` can have: a string, an f-string, or what the function `scope` assigns to a name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        found = [""]
        for part in node.values:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            known = list(_texts(inner, scope)) or [ENGLISH]
            found = [begun + more for begun in found for more in known]
        yield from found
    elif isinstance(node, ast.Name):
        for one in ast.walk(scope):
            if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id == node.id for to in one.targets):
                yield from _texts(one.value, scope)


def test_there_are_many() -> None:
    assert len({sentence for _, sentence in sentences()}) > 18


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_every_sentence_that_is_made_has_one_in_each_language(language: str) -> None:
    unknown = {
        where: one
        for where, one in sentences()
        if one not in PIECES and set(one) - set("9; ") and said(one, language).language == "en"
    }
    assert unknown == {}


OTHERS = (
    "silent for 400 ms after its time was up in match 0a",
    "silent, and not reading what it was sent, for 400 ms after its time was up in match 0a",
    "the bot had not said hello after 10000 ms",
    "ended with exit status 3 before it said hello",
    "the process ended with exit status 2",
    "withdrawn after 3 failures in a row, the last: the process ended with exit status 2 before it said hello",
    "withdrawn before its start: the process was ended by signal SIGSEGV",
    "was ended by signal SIGKILL",
    "the bot sent choices, but the first message must be hello",
    "the bot sent an empty message, but after hello only choices may follow",
    "withdrawn after 3 failures in a row, the last: ended with exit status 1 before it read welcome",
    "withdrawn: the bot closed its stream",
    "ended with exit status 1; it printed 'ENOMEM', and a bot may have 1,024 MB of memory",
    "it printed 'EAGAIN', and a bot may have 64 processes and threads",
    "no choice within the time left; it took 9 ms; it printed 'EAGAIN', and a bot may have 64 processes and threads",
    "it printed 'ENOSPC', and a bot may write 256 MB",
    "the bot had not read welcome after 10000 ms",
    "used 1,300 MB of the 1,024 MB a bot may have; its largest process was python",
    "the bot's stream was cut after 0.2 s: by the bot, or by gRPC for what is not allowed (PINGs)",
)
"""Examples of complete sentences whose parts come from several places of the code."""


@pytest.mark.parametrize("sentence", OTHERS)
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_those_put_together_are_told_whole(sentence: str, language: str) -> None:
    told = said(sentence, language)
    assert told.language == language
    assert not {"after", "before", "ended", "with", "its", "used", "process"} & set(told.text.split())


def test_english_stays_as_it_was_said() -> None:
    assert all(said(sentence, "en") == (sentence, "en") for sentence in OTHERS)


def test_numbers_are_the_languages_and_what_strangers_say_stays() -> None:
    cut = said("used 0.2 s of CPU time within 1.0 s, of which it had the turn for 0.1 s", "de")
    assert cut.text == "brauchte 0,2 s Prozessorzeit in 1,0 s, von denen er 0,1 s lang am Zug war"
    assert said("used 1,300 MB of the 1,024 MB a bot may have; its largest process was <b>", "nl").text == (
        "gebruikte 1.300 MB van de 1.024 MB die een bot mag hebben; zijn grootste proces was <b>"
    )
    assert said("whatever a stranger says", "fr") == ("whatever a stranger says", "en")
