"""Tests that a league refuses a bot that needs files outside its folder, unless the league file names their folder as
shared.
"""

import shutil
import sys
from pathlib import Path

import pytest

from arena.building.manifest import read_manifest
from arena.building.outside_files import wishes
from arena.building.ready import ready
from arena.errors import ArenaError
from arena.league.league_file import read_ladder, read_league
from tests.league.leagues import refusal, write_bot, write_league

TRUE = shutil.which("true") or "/bin/true"


@pytest.fixture
def class_folder(tmp_path: Path) -> Path:
    """Returns the folder of a league with the bots of a class, and with a secret folder that no bot may see."""
    write_league(tmp_path)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    (tmp_path / "ben" / "bin").mkdir()
    shutil.copy(TRUE, tmp_path / "ben" / "bin" / "tool")
    return tmp_path


def says(folder: Path, line: str) -> None:
    (folder / "ann" / "bot.toml").write_text(f'name = "ann"\n{line}\n')


@pytest.mark.parametrize(
    ("line", "said", "seen"),
    [
        ('command = ["{python}", "bot.py"]\nsources = ["../ben"]', "sources has '../ben'", "ben"),
        ('command = ["{python}", "bot.py"]\nsources = ["../secret"]', "sources has '../secret'", "secret"),
        ('command = ["../ben/bin/tool"]', "command has '../ben/bin/tool'", "ben/bin/tool"),
        ('command = ["FOLDER/ben/bin/tool"]', "command has 'FOLDER/ben/bin/tool'", "ben/bin/tool"),
        ('command = ["./it"]\nbuild = ["FOLDER/ben/bin/tool"]', "build has 'FOLDER/ben/bin/tool'", "ben/bin/tool"),
        ('command = ["./it"]\nbuild = ["sh"]\nneeds = ["../secret/key"]', "needs has '../secret/key'", "secret/key"),
    ],
)
def test_what_a_manifest_wants_to_see_is_refused_and_told(class_folder: Path, line: str, said: str, seen: str) -> None:
    says(class_folder, line.replace("FOLDER", str(class_folder)))
    error = refusal(class_folder / "cup.toml")
    assert error.code == "bad-league"
    told = (
        f"the bot ann uses {class_folder / seen}, which is outside the bot's folder: "
        f"{said.replace('FOLDER', str(class_folder))}"
    )
    assert told in error.message
    assert "bots[0].manifest is 'ann'" in error.message
    assert "or name a folder that contains it in the key 'shared' of" in (error.hint or "")
    with pytest.raises(ArenaError, match="the bot ann uses"):
        read_ladder(class_folder / "cup.toml")


def test_a_link_among_its_files_is_refused_however_it_gets_there(class_folder: Path) -> None:
    (class_folder / "ann" / "notes.txt").symlink_to("../secret/key")
    error = refusal(class_folder / "cup.toml")
    assert (
        f"the bot ann uses {class_folder}/secret/key, which is outside the bot's folder: notes.txt is a link"
        in error.message
    )
    (class_folder / "ann" / "notes.txt").unlink()
    (class_folder / "ann" / "notes.txt").symlink_to("bot.py")
    assert read_league(class_folder / "cup.toml").shown == ()


def test_a_folder_that_the_file_shares_may_be_seen_and_no_other_and_that_is_told(class_folder: Path) -> None:
    says(class_folder, 'command = ["{python}", "bot.py"]\nsources = ["../kit"]')
    (class_folder / "kit").mkdir()
    shared = 'shared = ["kit"]\n'
    cup = class_folder / "cup.toml"
    cup.write_text(shared + cup.read_text())
    assert read_league(cup).shown == (
        f"the bot ann uses {class_folder / 'kit'}, which is outside the bot's folder: sources has '../kit'",
    )
    (class_folder / "kit" / "key").symlink_to("../secret/key")
    assert "kit/key is a link" in refusal(cup).message
    (class_folder / "kit" / "key").unlink()
    says(class_folder, 'command = ["{python}", "bot.py"]\nsources = ["../kit", "../ben"]')
    assert "sources has '../ben'" in refusal(cup).message


def test_only_folders_that_are_there_can_be_shared(class_folder: Path) -> None:
    cup = class_folder / "cup.toml"
    cup.write_text('shared = ["nowhere"]\n' + cup.read_text())
    assert "shared is 'nowhere'; expected paths of folders that are there" in refusal(cup).message


def test_whoever_starts_a_bot_by_hand_is_told_what_it_sees(class_folder: Path) -> None:
    says(class_folder, 'command = ["{python}", "bot.py"]\nsources = ["../ben"]')
    told: list[str] = []
    ready(read_manifest(class_folder / "ann" / "bot.toml"), told.append)
    assert told == [f"the bot ann uses {class_folder / 'ben'}, which is outside the bot's folder: sources has '../ben'"]


def test_programs_of_the_machine_and_of_the_house_are_no_wishes(tmp_path: Path) -> None:
    for command in ('"{python}", "bot.py"', f'"{sys.executable}"', '"sh"', '"/usr/bin/env"', '"./own"'):
        manifest = write_bot(tmp_path, f"bot{len(list(tmp_path.iterdir()))}")
        shutil.copy(TRUE, manifest.parent / "own")
        manifest.write_text(f'name = "it"\ncommand = [{command}]\n')
        assert wishes(read_manifest(manifest)) == []
