"""Tests of errors in a league file: each message has the file's name, the key, the value, the expected values, and a
hint.
"""

from pathlib import Path

import pytest

from arena.building.manifest_file import ManifestFile
from arena.files.keys import Source, kinds_of
from arena.games.registry import shipped_components
from arena.league.league_file import LeagueFile, read_league
from tests.league.leagues import LEAGUE, bot_entries, refusal, write_bot, write_league

WRONG_VALUES = [
    ('game = "chess"', "game", "'chess'", "one of verraeter"),
    ("game = 1", "game", "1", "one of verraeter"),
    ('edition = "second"', "edition", "'second'", "one of official"),
    ("seats = 2", "seats", "2", "an integer from 3 to 4"),
    ("seats = 5", "seats", "5", "an integer from 3 to 4"),
    ("seats = true", "seats", "True", "an integer from 3 to 4"),
    ("rounds = 0", "rounds", "0", "an integer from 1 to 1000000"),
    ('rounds = "2"', "rounds", "'2'", "an integer from 1"),
    ("rounds = 1.5", "rounds", "1.5", "an integer from 1"),
    ("seed = -1", "seed", "-1", "an integer from 0"),
    ('seatings = "some"', "seatings", "'some'", "one of square, all"),
    ('name = "a/b"', "name", "'a/b'", "at most 60 characters: letters, digits, - _ and ."),
    ('name = "../up"', "name", "'../up'", "at most 60 characters: letters, digits, - _ and ."),
    ('name = ".hidden"', "name", "'.hidden'", "at most 60 characters: letters, digits, - _ and ."),
    (f'name = "{"a" * 61}"', "name", f"'{'a' * 61}'", "at most 60 characters: letters, digits, - _ and ."),
    ('name = ""', "name", "''", "a string on one line that is not empty"),
    ('components = "a\\u001b[2J"', "components", r"'a\x1b[2J'", "a string on one line that is not empty"),
    ("clock = 5", "clock", "5", "a table, [clock]"),
    ("clock = {bank_ms = 0}", "clock.bank_ms", "0", "an integer from 1"),
    ("clock = {increment_ms = -1}", "clock.increment_ms", "-1", "an integer from 0"),
    ("clock = {startup_ms = 0}", "clock.startup_ms", "0", "an integer from 1"),
    ('clock = {timing = "lenient"}', "clock.timing", "'lenient'", "one of shared, strict"),
    ("limits = {memory_mb = 0}", "limits.memory_mb", "0", "an integer from 1"),
    ("limits = {processes = -1}", "limits.processes", "-1", "an integer from 1"),
    ('components = "none.toml"', "components", "'none.toml'", "the path of a TOML file"),
    ("components = 3", "components", "3", "a string"),
    ("openings = 4", "openings", "4", "no openings, because the deals of this game are random in other ways"),
]


@pytest.mark.parametrize(("line", "key", "value", "expected"), WRONG_VALUES, ids=[case[0] for case in WRONG_VALUES])
def test_a_wrong_value_is_refused(tmp_path: Path, line: str, key: str, value: str, expected: str) -> None:
    others = "".join(f"{kept}\n" for kept in LEAGUE.splitlines() if kept.split()[0] != line.split(maxsplit=1)[0])
    path = write_league(tmp_path, others + line + "\n")
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path}: {key} is {value}; expected {expected}")
    assert error.hint
    assert error.hint.startswith(f"set {key} in {path}")


@pytest.mark.parametrize("key", ["game", "rounds"])
def test_a_missing_key_is_asked_for(tmp_path: Path, key: str) -> None:
    path = write_league(tmp_path, "".join(f"{line}\n" for line in LEAGUE.splitlines() if line.split()[0] != key))
    error = refusal(path)
    assert error.message.startswith(f"{path}: {key} is missing; expected ")
    assert error.hint in {f"set {key} in {path}", f'set {key} in {path}, for example {key} = "verraeter"'}


def test_a_missing_key_that_is_only_misspelt_is_recognised(tmp_path: Path) -> None:
    path = write_league(tmp_path, LEAGUE.replace("rounds", "round"))
    assert refusal(path).hint == f"set rounds in {path}, in place of round"


@pytest.mark.parametrize(
    ("head", "tail", "key", "meant"),
    [
        (LEAGUE + "editoin = 'bsw'\n", "", "editoin", "did you mean edition?"),
        (LEAGUE + "clock = {bank = 3}\n", "", "clock.bank", "did you mean bank_ms?"),
        (LEAGUE, "weight = 1\n", "bots[2].weight", "choose one of: manifest, optional, remote"),
    ],
)
def test_an_unknown_key_is_refused_and_the_nearest_one_named(
    tmp_path: Path, head: str, tail: str, key: str, meant: str
) -> None:
    path = write_league(tmp_path, head, tail=tail)
    error = refusal(path)
    assert (error.code, error.message, error.hint) == ("bad-league", f"{path}: the key {key} is unknown", meant)


def test_a_file_that_is_not_toml_is_refused_with_the_place(tmp_path: Path) -> None:
    path = write_league(tmp_path, "game = verraeter\n")
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"the file {path} is not valid TOML: ")
    assert "line 1" in error.message
    assert error.hint


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_another_encoding_is_told_as_what_it_is(tmp_path: Path, encoding: str) -> None:
    path = write_league(tmp_path)
    path.write_bytes(path.read_text().encode(encoding))
    assert refusal(path).message == f"the file {path} is text in UTF-16, or is not a text file; expected text in UTF-8"


def test_a_letter_in_an_older_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    path = write_league(tmp_path, LEAGUE + "# für die Klasse\n")
    path.write_bytes(path.read_text().encode("latin-1"))
    assert refusal(path).message == f"the file {path} is not text in UTF-8: line 6 has the byte 0xfc"


def test_the_mark_some_editors_put_before_utf_8_does_no_harm(tmp_path: Path) -> None:
    path = write_league(tmp_path, LEAGUE + 'components = "points.toml"\n')
    (tmp_path / "points.toml").write_text(shipped_components("verraeter"), "utf-8-sig")
    manifest = tmp_path / "ann" / "bot.toml"
    for file in (path, manifest):
        file.write_text(file.read_text(), "utf-8-sig")
    assert read_league(path).components == shipped_components("verraeter")


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "seed = " + "9" * 5_000], ids=["brackets", "digits"])
def test_what_breaks_readers_of_toml_is_no_toml(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text)
    assert refusal(path).message.startswith(f"the file {path} is not valid TOML: ")


def test_a_file_nobody_has_written_is_not_read_to_its_end() -> None:
    assert "is larger than 1048576 bytes" in refusal(Path("/dev/zero")).message


def test_a_long_value_is_shown_in_part(tmp_path: Path) -> None:
    path = write_league(tmp_path, LEAGUE.replace("seed = 7", f'seed = "{"7" * 1_000}"'))
    assert len(refusal(path).message) < 500 + len(str(path))


def test_no_key_is_taken_for_another_of_ours_misspelt() -> None:
    keys = kinds_of(LeagueFile) | kinds_of(ManifestFile)
    for key in keys:
        others = dict.fromkeys(set(keys) - {key, "games", "game"})
        hint = Source(Path("cup.toml"), "bad-league", others, LeagueFile, {}).complaint(key, None, "more").hint
        assert hint == f"set {key} in cup.toml"


@pytest.mark.parametrize("name", ["none.toml", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"the file {path} cannot be read: ")
    assert error.hint


@pytest.mark.parametrize("bots", ["", "bots = []\n", 'bots = ["ann"]\n', "[bots]\n"])
def test_bots_must_be_a_list_of_tables(tmp_path: Path, bots: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bots)
    error = refusal(path)
    assert error.message.startswith(f"{path}: bots is ")
    assert error.message.endswith("expected tables, each headed [[bots]]")


def test_too_few_bots_are_refused(tmp_path: Path) -> None:
    path = write_league(tmp_path, bots=("ann", "ben"))
    error = refusal(path)
    assert error.message == f"{path}: bots has 2 (ann, ben); expected at least 3, one for each seat"
    assert error.hint == "add 1 more, each headed [[bots]]"


def test_where_optional_bots_are_left_out_so_that_too_few_remain_this_is_told(tmp_path: Path) -> None:
    write_bot(tmp_path, "dot", 'needs = ["no-such-tool"]\n')
    path = write_league(tmp_path, bots=("ann", "ben", "dot"), tail="optional = true\n")
    assert refusal(path).message.endswith("; dot is left out: it needs no-such-tool")


def test_the_same_folder_twice_is_told_as_such(tmp_path: Path) -> None:
    path = write_league(tmp_path, bots=("ann", "ben", "cid"), tail=bot_entries("ben/bot.toml"))
    error = refusal(path)
    assert error.message == f"{path}: bots[3].manifest is the same bot as bots[1].manifest: {tmp_path / 'ben'}"
    assert error.hint == "remove one of them; two versions of a bot need a folder and a name each"


def test_of_a_house_bot_and_ones_own_of_its_name_the_own_one_is_to_be_renamed(tmp_path: Path) -> None:
    write_bot(tmp_path, "mine").write_text('name = "greedy"\ncommand = ["{python}", "bot.py"]\n')
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("greedy", "mine", "random"))
    error = refusal(path)
    assert error.message.endswith(f"two bots are named 'greedy': the house bot greedy and {tmp_path / 'mine'}")
    assert error.hint == f"give {tmp_path / 'mine'} another name in its bot.toml"


def test_a_house_bot_of_another_game_leads_to_those_that_fit_and_not_into_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("random", "hetverraad-builder", "greedy"))
    error = refusal(path)
    assert error.message == (
        f"{path}: bots[1].manifest is 'hetverraad-builder'; the house bot hetverraad-builder plays hetverraad, "
        "not verraeter"
    )
    assert error.hint
    assert error.hint.startswith("use one of the house bots that play verraeter: ")
    assert "hetverraad-" not in error.hint


def test_two_bots_of_one_name_are_refused_and_both_are_shown(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann")
    (tmp_path / "more").mkdir()
    write_bot(tmp_path / "more", "ann")
    path = write_league(tmp_path, bots=("ann", "ben", "more/ann"))
    error = refusal(path)
    assert (
        error.message == f"{path}: bots[2].manifest: two bots are named 'ann': {tmp_path}/ann and {tmp_path}/more/ann"
    )
    assert error.hint == "give one of them another name in its bot.toml"


@pytest.mark.parametrize("reference", ["randm", "bots/pyton/random.toml"])
def test_a_bot_that_is_not_there_is_named_with_the_nearest_house_bot(tmp_path: Path, reference: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries(reference))
    error = refusal(path)
    assert error.code == "bot-not-found"
    assert error.message == f"{path}: bots[0].manifest is {reference!r}; the bot {tmp_path / reference} was not found"
    assert error.hint == (
        "paths are relative to the league file's folder; give the path of a bot's folder, or the name of a house bot "
        "that "
        "plays verraeter: did you mean random?"
    )


def test_a_folder_that_is_no_bot_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("empty"))
    error = refusal(path)
    assert error.code == "bot-not-found"
    assert error.message.endswith(f"the folder {tmp_path / 'empty'} does not contain a bot.toml, so it is not a bot")
    assert error.hint == (
        "paths are relative to the league file's folder; name the folder of a bot, or make a new bot with arena init"
    )


def test_a_program_is_not_taken_for_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()\n")
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("bot.py"))
    error = refusal(path)
    assert error.code == "bot-not-found"
    assert error.message == (
        f"{path}: bots[0].manifest is 'bot.py'; {tmp_path / 'bot.py'} is not a bot.toml, the file that describes a bot"
    )
    assert (
        error.hint == "paths are relative to the league file's folder; name the bot's folder, which contains a bot.toml"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("[waste\n", "are not valid TOML"), ("", "waste"), ("waste = 3\n", "waste")],
    ids=["torn", "empty", "odd"],
)
def test_bad_component_data_is_refused_with_its_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "points.toml").write_text(text)
    error = refusal(write_league(tmp_path, LEAGUE + 'components = "points.toml"\n'))
    assert error.code == "bad-components"
    assert error.message.startswith(f"{tmp_path / 'points.toml'}: ")
    assert said in error.message
    assert error.hint


def test_component_data_that_is_not_text_is_refused_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "points.toml").write_bytes(b"\xff")
    path = write_league(tmp_path, LEAGUE + 'components = "points.toml"\n')
    error = refusal(path)
    assert error.message.startswith(f"the file {tmp_path / 'points.toml'} is not text in UTF-8: line 1 ")
    assert error.hint
