"""Tests of the output of `arena similarity`."""

import json
import shutil
from pathlib import Path

import pytest

from arena.building.house import house_bots
from tests.cli.conftest import Arena

GREEDY = house_bots() / "python" / "greedy"


def hand_in(folder: Path, name: str, text: str | None = None) -> Path:
    shutil.copytree(GREEDY, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    if text is not None:
        (folder / name / "bot.py").write_text(text)
    return folder / name


def test_a_copy_is_told_with_its_passages_side_by_side(arena: Arena, tmp_path: Path) -> None:
    hand_in(tmp_path, "ann")
    hand_in(tmp_path, "ben", (GREEDY / "bot.py").read_text().replace("facts", "known"))
    result = arena("similarity", "ann", "ben", "banker", "--sources-only")
    assert result.exit_code == 0
    assert "ann and" in result.stdout
    assert "100 % of fingerprints shared" in result.stdout
    lines = len((GREEDY / "bot.py").read_text().splitlines())
    assert f"bot.py:7-{lines} = bot.py:7-{lines}" in result.stdout
    assert (
        "3 pairs: 1 with sources alike; similarity is no proof of copying: read both bots of each pair" in result.stdout
    )
    assert [line for line in result.stdout.splitlines() if line.count("from collections.abc import Sequence") == 2]


def test_json_has_all_pairs_with_passages_and_notes(arena: Arena, tmp_path: Path) -> None:
    hand_in(tmp_path, "ann")
    (tmp_path / "ben").mkdir()
    shutil.copy(GREEDY / "bot.py", tmp_path / "ben" / "bot.py")
    told = json.loads(arena("similarity", "ann", "ben", "--sources-only", "--json").stdout)
    [pair] = told["sources"]
    assert (pair["one"], pair["other"], pair["share"], pair["hint"]) == ("ann", "ben", 1.0, True)
    assert pair["passages"][0]["one"]["file"] == "bot.py"
    assert told["choices"] == []
    assert told["bots"][1]["notes"] == ["not asked: there is no bot.toml in its folder"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ann",), "a comparison needs at least two bots, but only one was named: ann  [too-few-bots]"),
        (("ann", "./ann"), "was given twice  [bot-twice]"),
        (("ann", "nobody"), "the bot nobody was not found  [bot-not-found]"),
        (("ann", "greedy", "--export", "jplag", "ann"), "cannot be made: File exists  [folder-not-made]"),
    ],
)
def test_what_cannot_be_compared_is_told(arena: Arena, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    hand_in(tmp_path, "ann")
    result = arena("similarity", *arguments)
    assert result.exit_code == 1
    assert words in result.stderr


def test_a_hostile_folder_is_compared_without_a_traceback(arena: Arena, tmp_path: Path) -> None:
    evil = hand_in(tmp_path, "evil\x1b[31m", (GREEDY / "bot.py").read_text())
    (evil / "bot\x1b]0;owned\x07.py").write_text((GREEDY / "bot.py").read_text())
    (evil / "passwd.py").symlink_to("/etc/passwd")
    (evil / "round").symlink_to(evil)
    (evil / "noise.py").write_bytes(bytes(range(1, 256)) * 100)
    (evil / "binary").write_bytes(bytes(1_000))
    (evil / "line.js").write_text("x" * 100_000)
    with (evil / "huge.py").open("wb") as file:
        file.truncate(1 << 40)
    (evil / "bot.toml").write_text('name = "\\u001b[2J"\ncommand = ["x"]\nsources = ["../../../../.."]\n')
    other = hand_in(tmp_path, "latin", "caf\xe9 = 1\n")
    (other / "bot.toml").unlink()
    (other / "bot.toml").symlink_to("/dev/zero")
    hand_in(tmp_path, "ann")
    for more in ((), ("--json",), ("--export", "jplag", "out"), ("--export", "dolos", "out2")):
        result = arena("similarity", evil.name, "latin", "ann", "--sources-only", *more)
        assert result.exit_code == 0, result.exc_info
        said = result.stdout + result.stderr
        assert [letter for letter in said if not letter.isprintable() and letter not in "\n\t"] == []
    written = [path for folder in ("out", "out2") for path in (tmp_path / folder).rglob("*")]
    assert all(path.name.isascii() and path.name.isprintable() and not path.is_symlink() for path in written)
    assert "root:" not in "".join(path.read_text() for path in written if path.is_file())


def test_exports_keep_the_template_apart(arena: Arena, tmp_path: Path) -> None:
    hand_in(tmp_path, "ann")
    hand_in(tmp_path, "template")
    result = arena("similarity", "ann", "template", "go/greedy", "--export", "jplag", "out")
    assert "java -jar jplag.jar -l python3 -bc out/template -r out/python3 out/submissions" in result.stdout
    assert "jplag.jar -l go " in result.stdout
    names = {path.name for path in (tmp_path / "out" / "submissions").iterdir()}
    assert len(names) == 3
    assert (tmp_path / "out" / "template" / "python" / "bot.py").is_file()
    assert len(list((tmp_path / "out" / "submissions").rglob("bot.py"))) == 2
    result = arena("similarity", "ann", "template", "--export", "dolos", "out2")
    assert result.stdout == "(cd out2/py && dolos run -f web -i template.py info.csv)\n"
    rows = (tmp_path / "out2" / "py" / "info.csv").read_text().split()
    assert rows == ["filename,full_name", "ann.py,ann", "template-2.py,template"]
    assert "class MyBot" in (tmp_path / "out2" / "py" / "template.py").read_text()
