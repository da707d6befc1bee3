"""Tests of unpacking a stranger's archive: the result is a bot or an error, and never shows files of this machine."""

import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from arena.ladder.submissions.contents import unpacked
from arena.sandbox.runtime import program_runtime
from tests.ladder.archives import MANIFEST, archive, bot, of_entry

GOOD = MANIFEST.format(name="mine", version="1")


def refusal(tmp_path: Path, content: bytes) -> ArenaError:
    (tmp_path / "given").write_bytes(content)
    with pytest.raises(ArenaError) as refused:
        unpacked(tmp_path / "given", tmp_path / "into")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "into") == ["given", "secret"]
    return refused.value


@pytest.fixture(autouse=True)
def secret(tmp_path: Path) -> Path:
    """The path of a file outside the archive, which no bot's manifest may name."""
    (tmp_path / "secret").mkdir()
    path = tmp_path / "secret" / "bot.py"
    path.write_text("the token")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("folder", ["", "mine/", "some/where/mine/"])
def test_a_bot_is_found_wherever_it_lies(tmp_path: Path, folder: str) -> None:
    (tmp_path / "given").write_bytes(archive({f"{folder}bot.toml": GOOD, f"{folder}bot.py": "", f"{folder}x/y": "z"}))
    manifest = unpacked(tmp_path / "given", tmp_path / "into")
    assert (manifest.name, manifest.version) == ("mine", "1")
    assert [name for name, _ in manifest.files()] == ["bot.py", "bot.toml", "x/y"]


def test_a_zip_is_an_archive_too(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        out.writestr("mine/bot.toml", GOOD)
        out.writestr("mine/bot.py", "")
    (tmp_path / "given").write_bytes(buffer.getvalue())
    assert [name for name, _ in unpacked(tmp_path / "given", tmp_path / "into").files()] == ["bot.py", "bot.toml"]


def test_a_zip_of_an_old_windows_tool_is_a_folder(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        out.writestr("mine\\bot.toml", GOOD)
        out.writestr("mine\\data\\w.txt", "")
    (tmp_path / "given").write_bytes(buffer.getvalue())
    assert [name for name, _ in unpacked(tmp_path / "given", tmp_path / "into").files()] == ["bot.toml", "data/w.txt"]


def test_what_is_handed_in_again_is_unpacked_anew(tmp_path: Path) -> None:
    (tmp_path / "into").mkdir()
    (tmp_path / "into" / "left.py").write_text("of a killed worker")
    (tmp_path / "given").write_bytes(bot())
    assert [name for name, _ in unpacked(tmp_path / "given", tmp_path / "into").files()] == ["bot.py", "bot.toml"]


def test_a_bot_may_name_what_came_with_it(tmp_path: Path) -> None:
    manifest = GOOD + 'sources = ["../kit"]\n'
    (tmp_path / "given").write_bytes(archive({"a/bot.toml": manifest, "a/bot.py": "", "kit/kit.py": ""}))
    assert "../kit/kit.py" in dict(unpacked(tmp_path / "given", tmp_path / "into").files())


@pytest.mark.parametrize(
    "said",
    [
        'sources = ["../secret"]',
        'sources = ["../../../../../../../../etc"]',
        'sources = ["/etc"]',
        'sources = ["a/../../secret"]',
        'needs = ["/etc/shadow"]',
        'needs = ["../secret/bot.py"]',
        'build = ["../secret/bot.py"]',
        'build = ["/bin/sh", "-c", "true"]',
        'needs = ["python3", "bot.py/../x/y"]',
        'build = ["./biuld.sh"]',
        f'build = ["{"x" * 300}"]',
        f'build = ["x/{"y" * 300}"]',
        f'needs = ["{"x" * 300}"]',
        f'sources = ["{"x" * 300}"]',
        f'sources = ["{"x/" * 3_000}"]',
        'needs = ["a\\u001b[2Jb"]',
        'build = ["sh", "-c", "\\u001b]0;mine\\u0007"]',
    ],
)
def test_a_manifest_names_nothing_that_lies_elsewhere(tmp_path: Path, said: str) -> None:
    error = refusal(tmp_path, archive({"bot.toml": f"{GOOD}{said}\n", "bot.py": ""}))
    assert error.code == "bad-manifest"
    assert error.message.startswith("bot.toml: ")


@pytest.mark.parametrize(
    "name",
    [
        "gr\u0435edy",
        "\u0261reedy",
        "gree\u3164dy",
        "gree\ufe0fdy",
        "GREEDY",
        "m\u043entecarlo",
        "rninimax\u034f",
    ],
)
def test_no_bot_looks_like_one_of_the_house_or_has_letters_nobody_sees(tmp_path: Path, name: str) -> None:
    error = refusal(tmp_path, archive({"bot.toml": f'name = "{name}"\ncommand = ["{{python}}"]\n'}))
    assert (error.code, "bot.toml: name" in error.message) == ("bad-manifest", True)


@pytest.mark.parametrize("command", ["../secret/bot.py", "/usr/bin/python3", "x/../../secret/bot.py"])
def test_its_program_is_its_own_or_installed(tmp_path: Path, command: str) -> None:
    error = refusal(tmp_path, archive({"bot.toml": f'name = "x"\ncommand = ["{command}"]\n'}))
    assert error.code == "bad-manifest"


@pytest.mark.parametrize("command", ["x" * 300, "a\\u0000b", "x/" * 3_000 + "y"])
def test_a_program_no_file_can_be_is_its_authors_fault(tmp_path: Path, command: str) -> None:
    assert refusal(tmp_path, archive({"bot.toml": f'name = "x"\ncommand = ["{command}"]\n'})).code == "bad-manifest"


@pytest.mark.parametrize("build", ['build = ["./build.sh"]', 'build = ["tools/build.sh"]', ""])
def test_a_program_that_was_packed_without_its_right_to_run_is_run(tmp_path: Path, build: str) -> None:
    said = f'name = "x"\ncommand = ["./build.sh"]\n{build}\n'
    script = "#!/bin/sh\n"
    content = archive({"bot.toml": said, "build.sh": script, "tools/build.sh": script})
    (tmp_path / "given").write_bytes(content)
    manifest = unpacked(tmp_path / "given", tmp_path / "into")
    assert manifest.missing() == []
    assert manifest.startable()


def test_a_path_is_of_the_bots_folder_wherever_the_server_runs(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(program_runtime([f"secret/{secret.name}"])) == []
    (tmp_path / "mine").mkdir()
    said = f'name = "x"\ncommand = ["x"]\nbuild = ["secret/{secret.name}"]\n'
    (tmp_path / "mine" / "bot.toml").write_text(said)
    assert read_manifest(tmp_path / "mine" / "bot.toml").missing() == [f"secret/{secret.name}"]


def test_a_program_that_is_not_installed_is_our_fault(tmp_path: Path) -> None:
    error = refusal(tmp_path, archive({"bot.toml": 'name = "x"\ncommand = ["no-such-program", "x"]\n'}))
    assert error.code == "no-build-tool"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty \\(0 bytes\\)"),
        (b"PK\3\4" + bytes(600), "the archive "),
        (b"hello" * 200, "is a text file; expected a zip, tar or tar.gz"),
        (bot()[:60], "ends in the middle|is no whole gzip"),
        (archive({"../bot.toml": GOOD}), "would be unpacked outside"),
        (archive({"/bot.toml": GOOD}), "would be unpacked outside"),
        (archive({"bot.py": ""}), "the hand-in does not contain a bot.toml; it has bot.py alone"),
        (
            archive({"a/bot.toml": GOOD, "b/bot.toml": GOOD}),
            "the hand-in contains 2 bots instead of one: a/bot.toml, b/bot.toml",
        ),
        (archive({"bot.toml": "name ="}), "bot.toml"),
        (archive({f"{number}": "" for number in range(5_001)}), "has more than 5,000 files"),
    ],
)
def test_what_is_no_bot_is_told_in_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    error = refusal(tmp_path, content)
    assert error.code in ("bad-archive", "no-manifest", "bad-manifest")
    assert re.search(sentence, error.message)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_only_files_are_taken(tmp_path: Path, kind: bytes) -> None:
    entry = tarfile.TarInfo("bot.toml")
    entry.type, entry.linkname = kind, "/etc/passwd"
    assert refusal(tmp_path, of_entry(entry)).code == "bad-archive"


def test_a_bomb_is_stopped_where_it_says_what_it_would_be(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as out:
        entry = tarfile.TarInfo("zeros")
        entry.size = 60_000_000
        out.addfile(entry, io.BytesIO(bytes(entry.size)))
    assert len(buffer.getvalue()) < 100_000
    assert "more than 50 MB" in refusal(tmp_path, buffer.getvalue()).message
    assert not (tmp_path / "into").exists()


@pytest.mark.parametrize("name", ["fox 2", "Fox 17", "greedy", "Random", "greedy-rust"])
def test_nobody_takes_a_name_that_ladders_give_to_others(tmp_path: Path, name: str) -> None:
    """A bot may not have a name that would look like another bot's version or like a house bot in a ranking."""
    place = tmp_path / "bot.tar.gz"
    place.write_bytes(bot(name))
    with pytest.raises(ArenaError) as caught:
        unpacked(place, tmp_path / "into")
    assert caught.value.code == "bad-manifest"
    assert "name has " in caught.value.message
