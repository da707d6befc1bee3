"""Tests of fingerprints of sources: which changes affect them, and how many of them unrelated bots share."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.authoring.starter import languages, make_bot
from arena.building.house import house_bot_names, house_bots
from arena.games.registry import BUILT_IN
from arena.similarity.sources import source_comparison, source_files
from arena.similarity.sources.fingerprints import fingerprints
from arena.similarity.sources.lexing import KEYWORDS, tokens
from arena.similarity.sources.source_comparison import FEWEST_SHARED, LEAST_SHARE, AlikeSources, compare_sources
from arena.similarity.sources.source_files import Source, read_sources
from arena.similarity.sources.template import house_grams
from arena.similarity.subjects import read_subject
from tests.suite.sizes import latin, sized

GREEDY = {
    "python": ("bot.py", house_bots() / "python" / "greedy" / "bot.py"),
    "go": ("rating.go", house_bots() / "go" / "greedy" / "rating.go"),
    "rust": ("rating.rs", house_bots() / "rust" / "greedy" / "src" / "rating.rs"),
}
RELATED = {
    frozenset({"python/hetverraad-builder", "python/hetverraad-treason"}),
    frozenset({"python/montecarlo", "python/champion"}),
}
"""The pairs of house bots that may share passages, because they are related."""


def alike(one: Sequence[Source], other: Sequence[Source]) -> AlikeSources:
    """Returns the common parts of two bots' sources; if there are none, a result without shared fingerprints."""
    found = compare_sources({"one": one, "other": other}).pairs
    return found[0] if found else AlikeSources("one", "other", 0, 0.0, ())


def greedy(language: str) -> Source:
    name, path = GREEDY[language]
    return Source(name, path.read_text("utf-8"))


def renamed(text: str) -> str:
    """Replaces each name of at least four characters, except KEYWORDS, by the same new name everywhere."""
    return re.sub(r"\b[A-Za-z_]\w{3,}\b", lambda word: word[0] if word[0] in KEYWORDS else f"x{word[0][::-1]}", text)


def functions_of(text: str) -> list[str]:
    return re.split(r"(?m)^(?=def |class )", text)


@pytest.mark.parametrize("language", ["go", "rust"])
def test_other_names_leave_every_fingerprint(language: str) -> None:
    bot = greedy(language)
    code = re.sub(r"//[^\n]*", "", bot.text)
    assert alike([bot], [Source(bot.name, renamed(code))]).share > 0.9


def test_other_names_of_python_leave_every_fingerprint() -> None:
    bot = greedy("python")
    names = re.findall(r"(?m)^(?:def |class )(\w+)|(?<=for )(\w+)(?= in)", bot.text)
    text = bot.text
    for name in {part for pair in names for part in pair if part}:
        text = re.sub(rf"\b{name}\b", f"{name}_of_my_own", text)
    assert text != bot.text
    assert alike([bot], [Source("mine.py", text)]).share == 1.0


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_functions_in_another_order_with_comments_between_leave_most_fingerprints(data: st.DataObject) -> None:
    bot = greedy("python")
    head, *functions = functions_of(bot.text)
    order = data.draw(st.permutations(functions))
    comment = data.draw(st.sampled_from(["", "# my own idea\n\n", '"""Mine."""\n']))
    pair = alike([bot], [Source("bot.py", head + comment + comment.join(order))])
    assert pair.hint
    assert pair.share > 0.75


def test_a_constant_changed_changes_nothing() -> None:
    bot = greedy("python")
    pair = alike([bot], [Source("bot.py", re.sub(r"\d+", "7", bot.text).replace("CARD_DRAWN", "WORTH"))])
    assert pair.share == 1.0
    assert pair.hint


def test_passages_tell_the_lines_in_both() -> None:
    bot = greedy("python")
    lines = bot.text.split("\n")
    first = lines.index("def conflict_worth(facts: Facts, border: int, role: int, points: int) -> int:")
    copied = "\n".join(["import sys", *[""] * 9, *lines[first : first + 24]])
    passage = alike([bot], [Source("mine.py", copied)]).passages[0]
    assert (passage.one.first, passage.other.first) == (first + 1, 11)
    assert passage.one.last - passage.one.first == passage.other.last - 11 >= 20
    assert (passage.one.file, passage.other.file) == ("bot.py", "mine.py")


def test_house_bots_that_have_nothing_in_common_stay_below_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_comparison, "MANY", 1_000)
    bots = {
        f"{path.parts[-3]}/{path.parts[-2]}": read_subject("", path.parent).files for path in house_bot_names().values()
    }
    pairs = compare_sources(bots).pairs
    assert {frozenset((pair.one, pair.other)) for pair in pairs if pair.hint} <= RELATED
    unrelated = [pair for pair in pairs if {pair.one, pair.other} not in RELATED and pair.shared >= FEWEST_SHARED]
    assert max((pair.share for pair in unrelated), default=0) < LEAST_SHARE / 2


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_starter_alone_gives_nothing(tmp_path: Path, language: str, game: str) -> None:
    make_bot(tmp_path / "mybot", language, game, "Ann")
    subject = read_subject("mybot", tmp_path / "mybot")
    assert subject.files
    assert fingerprints(subject.files, house_grams()).places == {}


def test_what_all_were_given_counts_for_nobody() -> None:
    given, bots = greedy("python"), {"one": [greedy("python")], "other": [greedy("python")]}
    found = compare_sources(bots, [given])
    assert found.pairs == []
    (left_out,) = found.left_out
    assert (left_out.bots, left_out.files) == (2, ("bot.py",))
    assert "or a named template" in left_out.why


def test_what_most_of_many_bots_have_counts_for_nobody() -> None:
    bots = {str(number): [greedy("python")] for number in range(7)}
    found = compare_sources(bots)
    assert found.pairs == []
    (left_out,) = (one for one in found.left_out if one.fingerprints)
    assert (left_out.why, left_out.bots, left_out.files) == (
        "it is part of more than half of the 7 bots",
        7,
        ("bot.py",),
    )
    assert left_out.fingerprints == len(fingerprints([greedy("python")], house_grams()).places)
    assert len(compare_sources({name: files for name, files in bots.items() if int(name) < 5}).pairs) == 10


def test_earlier_bots_are_compared_with_the_others_and_change_nothing_of_these() -> None:
    given, other, third = greedy("python"), greedy("go"), greedy("rust")
    bots = {str(number): [given] for number in range(6)} | {"7": [given, other], "8": [other]}
    alone = compare_sources(bots).pairs
    earlier = {"old/1": [other], "old/2": [other], "old/3": [given]} | {f"old/{at}": [third] for at in range(4, 14)}
    found = compare_sources(bots, (), earlier).pairs
    assert [pair for pair in found if not pair.other.startswith("old/")] == alone
    assert len(alone) == 1  # code that most bots have counts for no pair
    crossed = {(pair.one, pair.other) for pair in found if pair.other.startswith("old/")}
    assert crossed == {("7", "old/1"), ("7", "old/2"), ("8", "old/1"), ("8", "old/2")}


def test_what_most_of_many_earlier_bots_have_counts_for_nobody() -> None:
    earlier = {f"old/{number}": [greedy("python")] for number in range(6)}
    bots = {"one": [greedy("python")]}
    found = compare_sources(bots, (), earlier)
    assert found.pairs == []
    assert "it is part of more than half of the 6 earlier bots" in [one.why for one in found.left_out]
    assert len(compare_sources(bots, (), dict(list(earlier.items())[:5])).pairs) == 5


@settings(max_examples=sized(10, 30), deadline=None)
@given(text=st.text(max_size=400), ending=st.sampled_from([".py", ".rs", ".go", ".sh", ".lua", ".what", ""]))
def test_any_text_has_tokens_in_the_order_of_its_lines(text: str, ending: str) -> None:
    lines = [token.line for token in tokens(f"bot{ending}", text.replace("\r", "\n"))]
    assert lines == sorted(lines)
    assert all(1 <= line <= text.count("\n") + text.count("\r") + 1 for line in lines)


HOSTILE = [
    "'" * 40_000,
    '"' * 40_001,
    "\\'" * 20_000,
    "/*" * 20_000,
    '"""' * 13_333,
    "(" * 40_000,
    "a" * 40_000,
    "a " * 20_000,
    "\n" * 40_000,
    "if 1:\n" + "".join(" " * depth + "if 1:\n" for depth in range(1, 500)),
    "`${" * 13_000,
    "#" * 40_000,
    "\ud800 = 1",
    "1_" * 20_000,
]
NAMES = ["bot.py", "bot.ts", "bot.rs", "bot.sh", "bot.lua"]
"""File names of languages that are tokenised by different rules."""


@pytest.mark.parametrize(("number", "name"), latin(range(len(HOSTILE)), NAMES))
def test_text_that_is_meant_to_take_long_does_not(number: int, name: str) -> None:
    text = HOSTILE[number]
    for broken in (text, re.sub(r"(.{1000})", r"\1\n", text)):
        assert fingerprints([Source(name, broken)]).places is not None


def test_what_is_no_text_or_no_file_is_passed_over_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_files, "MOST_BYTES", 2_000)
    (tmp_path / "huge.py").write_bytes(b"x" * (source_files.LARGEST_FILE + 1))
    (tmp_path / "bot").write_bytes(b"\x7fELF\0")
    (tmp_path / "latin.py").write_bytes("# M\xfcller\nx = 1".encode("latin-1"))
    (tmp_path / "wide.py").write_text("y = 1", "utf-16")
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "zz.py").write_text("z = 1\n" * 400)
    files = [(path.name, path) for path in sorted(tmp_path.iterdir())]
    read = read_sources(files)
    assert [(source.name, source.text[-5:]) for source in read.files] == [("latin.py", "x = 1"), ("wide.py", "y = 1")]
    assert read.notes == (
        "bot not read: the file is not text: it has a byte 0",
        "huge.py not read: larger than 256 KB",
        "link.py not read: links are not followed",
        "zz.py not read: the bot is too large to be read completely",
    )


def test_what_a_command_names_is_read_whatever_its_ending(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["{python}", "./bot.txt"]\n')
    (tmp_path / "bot.txt").write_text("x = 1")
    (tmp_path / "notes.txt").write_text("mine")
    assert [source.name for source in read_subject("x", tmp_path).files] == ["bot.txt"]


def test_a_bot_of_which_nothing_is_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["{python}", "-m", "bot"]\n')
    (tmp_path / "bot.py").write_bytes(b"x = 1\n# \0\n")
    assert read_subject("x", tmp_path).notes == (
        "bot.py not read: the file is not text: it has a byte 0",
        "nothing of it was compared: it has no sources",
    )
