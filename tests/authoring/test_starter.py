"""Tests the creation of a bot from the starter of its language: which files it has, and that a
failure leaves nothing.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.authoring import starter
from arena.authoring.protocol import put_protocol
from arena.authoring.replacements import game_words, rivals
from arena.authoring.starter import git_author, languages, make_bot
from arena.building.content import content_files
from arena.building.house import STARTER, house_bots
from arena.building.manifest import demand_game, find_manifest, read_manifest
from arena.errors import ArenaError
from arena.games.registry import BUILT_IN, EXAMPLES, GAMES

NAME = "Deep_Thought-2"
TREE = Path(starter.__file__).parents[2]
PLACEHOLDERS = re.compile(r"starter|\.\./kit|\.\./\.\./|\.\./target|\.\./cases")
IN_ROWS = "tron"
"""A game that is sent to bots as rows (named lists of values). It is not Connect Four, the starters' game with rows."""
BOTS = [(language, game) for language in languages() for game in (*BUILT_IN, IN_ROWS)]


def texts(folder: Path) -> dict[str, str]:
    """Returns the text files of a created bot by name, without the kit and the .proto files, which are copied
    unchanged.
    """
    own = {name: path for name, path in content_files(folder) if not name.startswith(("kit/", "proto/"))}
    return {name: path.read_text("utf-8") for name, path in own.items()}


@pytest.mark.parametrize(("language", "game"), BOTS)
def test_the_folder_is_a_bot_of_its_name_for_its_game(tmp_path: Path, language: str, game: str) -> None:
    made = make_bot(tmp_path / NAME, language, game, 'Ann "the" Author')
    assert made == sorted(f"{path.name}/" if path.is_dir() else path.name for path in (tmp_path / NAME).iterdir())
    assert {"README.md", ".gitignore", "bot.toml", "turns.txt"} <= set(made)
    bot = read_manifest(tmp_path / NAME / "bot.toml")
    assert (bot.name, bot.author, bot.language, bot.games) == (NAME, 'Ann "the" Author', language, (game,))
    assert bot.sources == ()
    turns = (tmp_path / NAME / "turns.txt").read_text()
    if game == IN_ROWS:
        assert "RULES.md" in made
        assert (turns.count("\nstart "), turns.count("\nturn ") > 1) == (1, True)
    else:
        assert turns == (house_bots() / "cases" / f"{game}.txt").read_text()


@pytest.mark.parametrize(("language", "game"), BOTS)
def test_nothing_of_the_starter_is_left(tmp_path: Path, language: str, game: str) -> None:
    make_bot(tmp_path / NAME, language, game, "Ann")
    written = texts(tmp_path / NAME)
    assert any(game in text for text in written.values())
    if game == IN_ROWS:
        assert '("cells")' in written["README.md"] or '["cells"]' in written["README.md"]
        assert "phase" not in written["README.md"]
    for name, text in written.items():
        assert not PLACEHOLDERS.search(name + "\n" + text), name
        if game != "verraeter":
            assert not re.search("verraeter|verräter|connect.four", name + text, re.IGNORECASE), name
        for link in re.findall(r"\]\(([^)#:]+)\)", text) if name.endswith(".md") else ():
            assert (tmp_path / NAME / name).parent.joinpath(link).exists(), f"{name}: {link}"
    readme = written["README.md"]
    if "`arena proto proto`" in readme:
        put_protocol(tmp_path / NAME / "proto")
    named = re.findall(r"`((?:\./)?(?:proto/|src/|RULES)[^`]+)`", readme)
    assert named
    for path in named:
        assert (tmp_path / NAME / path).is_file(), path


@pytest.mark.parametrize("language", languages())
def test_kit_and_protocol_come_along_where_there_is_a_kit(tmp_path: Path, language: str) -> None:
    make_bot(tmp_path / NAME, language, "verraeter", "Ann")
    kit, proto = tmp_path / NAME / "kit", tmp_path / NAME / "proto"
    if not (house_bots() / language / "kit").is_dir():
        assert not kit.exists()
        assert not proto.exists()
        return
    assert [name for name, _ in content_files(kit)] == [
        name for name, _ in content_files(house_bots() / language / "kit")
    ]
    assert not [name for name, path in content_files(kit) if b"../../proto" in path.read_bytes()]
    protocol = {name for name, _ in content_files(proto)}
    assert {f"arena/protocol/v1/{name}.proto" for name in ("arena", *BUILT_IN)} <= protocol
    assert {name.rpartition(".")[2] for name in protocol} == {"proto"}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_page_and_its_row_in_the_table(language: str) -> None:
    page = TREE / "docs" / "write-a-bot" / f"{language}.md"
    assert f"arena init mybot --language {language} --game verraeter" in page.read_text("utf-8")
    (row,) = (line for line in page.parent.with_suffix(".md").read_text("utf-8").splitlines() if page.name in line)
    for link in re.findall(r"\]\(([^)]+)\)", row):
        assert (TREE / "docs" / link).exists(), link


def test_a_language_without_a_starter_for_rows_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "OVER", "nowhere")
    with pytest.raises(ArenaError, match=r"starter in go for the game tron, which is sent to bots as rows"):
        make_bot(tmp_path / "mybot", "go", IN_ROWS, "Ann")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", [*BUILT_IN, IN_ROWS])
def test_the_python_bot_passes_its_own_test(tmp_path: Path, game: str) -> None:
    make_bot(tmp_path / "mybot", "python", game, "Ann")
    passed = _test(tmp_path / "mybot")
    assert passed.returncode == 0, passed.stderr
    program = tmp_path / "mybot" / "bot.py"
    program.write_text(program.read_text().replace("return self.random", "return 99999 or self.random"))
    failed = _test(tmp_path / "mybot")
    assert failed.returncode == 1
    assert "99999 is not one of [" in failed.stderr


def test_the_python_starter_passes_its_own_test_where_it_stands() -> None:
    assert _test(house_bots() / "python" / STARTER).returncode == 0


def _test(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Runs the bot's own test, without leaving compiled files in its folder."""
    environment = os.environ | {"PYTHONPATH": str(TREE), "PYTHONDONTWRITEBYTECODE": "1"}
    command = (sys.executable, "-m", "unittest")
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)


def test_words_in_the_bots_own_name_stay(tmp_path: Path) -> None:
    make_bot(tmp_path / "verraeter-starter", "python", "hetverraad", "Ann")
    assert read_manifest(tmp_path / "verraeter-starter" / "bot.toml").name == "verraeter-starter"
    assert (tmp_path / "verraeter-starter" / "README.md").read_text().startswith("# verraeter-starter\n")


def test_a_house_of_other_files_is_copied_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests which files a new bot gets from a starter; the test makes a small starter and kit in Rust.

    Files that a build makes are not copied, pictures stay unchanged, and programs stay executable.
    """
    house = tmp_path / "house" / "bots"
    shutil.copytree(house_bots() / "cases", house / "cases")
    shutil.copytree(house_bots().parent / "proto", house.parent / "proto")
    home, kit = house / "rust" / "starter", house / "rust" / "kit"
    for folder in (home, kit):
        folder.mkdir(parents=True)
        (folder / ".gitignore").write_text("target/\n")
        (folder / "target").mkdir()
        (folder / "target" / "starter").write_text("derived")
    (home / ".clang-format").write_text("BasedOnStyle: Google\n")
    (home / "starter.rs").write_bytes(b"VerraeterView v = getVerraeter() // ../kit ../../../proto ../target\r\n")
    (home / "picture.png").write_bytes(b"\xff starter")
    (home / "run").write_text("exec ../target/starter\n")
    (home / "run").chmod(0o755)
    (home / "bot.toml").write_text('name = "starter"\nauthor="x"\nsources = ["../kit"]\ncommand = ["./run"]\n')
    (kit / "build.rs").write_text('"../../../proto" verraeter starter')
    monkeypatch.setattr(starter, "house_bots", lambda: house)
    folder = tmp_path / "My-Bot"
    make_bot(folder, "rust", "hetverraad", "Ann")
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert sorted(name for name in names if not name.startswith("proto/")) == [
        ".clang-format", ".gitignore", "bot.toml", "kit/.gitignore", "kit/build.rs", "my-bot.rs", "picture.png", "run",
        "turns.txt",
    ]  # fmt: skip
    assert (folder / "my-bot.rs").read_bytes() == b"HetVerraadView v = getHetverraad() // ./kit ./proto ./target\r\n"
    assert (folder / "picture.png").read_bytes() == b"\xff starter"
    assert (folder / "run").read_text() == "exec ./target/my-bot\n"
    assert os.access(folder / "run", os.X_OK)
    assert (folder / "bot.toml").read_text() == 'name = "My-Bot"\nauthor = "Ann"\ncommand = ["./run"]\n'
    assert (folder / "kit" / "build.rs").read_text() == '"../proto" verraeter starter'


def test_every_game_has_its_words_and_rivals_that_play_it() -> None:
    words = game_words("hetverraad", Path())
    assert (words["Verraeter"], words["VerraeterView"]) == ("Hetverraad", "HetVerraadView")
    for game in (*BUILT_IN, *EXAMPLES):
        names = rivals(game).split()
        assert 1 + len(names) in GAMES[game].info.seats
        for name in names:
            demand_game(read_manifest(find_manifest(name, Path("/nowhere"))), game)


@pytest.mark.parametrize("name", ["2fast", "-x", "_x", "so so", "größe", "a.b", "a" * 41])
def test_a_bad_name_is_refused(tmp_path: Path, name: str) -> None:
    assert _refused(tmp_path / name) == "bad-name"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["build", "Deps", "examples", "incremental", "bot-arena-kit", "tonic"])
def test_a_name_that_cargo_does_not_build_is_refused_in_rust_alone(tmp_path: Path, name: str) -> None:
    """Tests that a bot in Rust may not have a name that Cargo cannot build. Cargo uses some of these names for its own
    folders. The other names are packages that the starter uses, and a Cargo lock file cannot contain two packages of
    one name.
    """
    with pytest.raises(ArenaError, match="not reserved by rust and not used by a package of the starter"):
        make_bot(tmp_path / name, "rust", "verraeter", "Ann")
    assert list(tmp_path.iterdir()) == []
    make_bot(tmp_path / name, "python", "verraeter", "Ann")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert _refused(tmp_path / "file") == "folder-not-empty"
    assert _refused(tmp_path / "file" / "mybot") == "folder-not-made"
    assert _refused(tmp_path / "nowhere" / "mybot") == "folder-not-made"
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


@pytest.mark.parametrize("exists", [False, True])
def test_a_failure_in_the_middle_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, exists: bool
) -> None:
    def no_room(manifest: Path, _: object) -> None:
        assert manifest.is_file()  # the files are written, but not signed
        raise OSError(28, "No space left on device")

    if exists:
        (tmp_path / "mybot").mkdir()
    monkeypatch.setattr(starter, "_sign", no_room)
    with pytest.raises(ArenaError, match="cannot be made: No space left on device"):
        make_bot(tmp_path / "mybot", "python", "verraeter", "Ann")
    assert [path.name for path in tmp_path.rglob("*")] == ["mybot"] * exists


def test_the_author_is_who_uses_git_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    monkeypatch.setenv("GIT_DIR", os.devnull)
    if shutil.which("git"):
        for key, value in (("COUNT", "1"), ("KEY_0", "user.name"), ("VALUE_0", " Ann\x07 B. ")):
            monkeypatch.setenv(f"GIT_CONFIG_{key}", value)
        assert git_author() == "Ann B."
        monkeypatch.setenv("GIT_CONFIG_COUNT", "0")
        assert git_author() == "unknown"
    monkeypatch.setenv("PATH", "")
    assert git_author() == "unknown"


def _refused(folder: Path) -> str:
    with pytest.raises(ArenaError) as caught:
        make_bot(folder, "python", "verraeter", "Ann")
    return caught.value.code


def test_a_bot_in_python_may_be_called_otherwise_in_its_file(tmp_path: Path) -> None:
    make_bot(tmp_path / "ann", "python", IN_ROWS, "Ann")
    program = tmp_path / "ann" / "bot.py"
    program.write_text(program.read_text("utf-8").replace("MyBot", "Ann"), "utf-8")
    tried = subprocess.run([sys.executable, "-m", "unittest"], cwd=tmp_path / "ann", capture_output=True, check=False)
    assert tried.returncode == 0, tried.stderr
