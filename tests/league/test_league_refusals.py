"""What is wrong with a league file is said with its name, the key, the value, what was expected, and what to do."""

from pathlib import Path

import pytest

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
    ('name = "a/b"', "name", "'a/b'", "letters, digits, - _ and ."),
    ('name = "../up"', "name", "'../up'", "letters, digits, - _ and ."),
    ('name = ".hidden"', "name", "'.hidden'", "letters, digits, - _ and ."),
    ('name = ""', "name", "''", "a string"),
    ("clock = 5", "clock", "5", "a table, [clock]"),
    ("clock = {bank_ms = 0}", "clock.bank_ms", "0", "an integer from 1"),
    ("clock = {increment_ms = -1}", "clock.increment_ms", "-1", "an integer from 0"),
    ("clock = {startup_ms = 0}", "clock.startup_ms", "0", "an integer from 1"),
    ('clock = {timing = "lenient"}', "clock.timing", "'lenient'", "one of shared, strict"),
    ('components = "none.toml"', "components", "'none.toml'", "the path of a TOML file"),
    ("components = 3", "components", "3", "a string"),
]


@pytest.mark.parametrize(("line", "key", "value", "expected"), WRONG_VALUES, ids=[case[0] for case in WRONG_VALUES])
def test_a_wrong_value_is_refused(tmp_path: Path, line: str, key: str, value: str, expected: str) -> None:
    others = "".join(f"{kept}\n" for kept in LEAGUE.splitlines() if kept.split()[0] != line.split(maxsplit=1)[0])
    path = write_league(tmp_path, others + line + "\n")
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path}: {key} is {value}; expected {expected}")
    assert error.hint == f"set {key} in {path}"


@pytest.mark.parametrize("key", ["game", "rounds", "seed"])
def test_a_missing_key_is_asked_for(tmp_path: Path, key: str) -> None:
    path = write_league(tmp_path, "".join(f"{line}\n" for line in LEAGUE.splitlines() if line.split()[0] != key))
    error = refusal(path)
    assert error.message.startswith(f"{path}: {key} is missing; expected ")
    assert error.hint == f"set {key} in {path}"


def test_a_missing_key_that_is_only_misspelt_is_recognised(tmp_path: Path) -> None:
    path = write_league(tmp_path, LEAGUE.replace("rounds", "round"))
    assert refusal(path).hint == f"set rounds in {path}, in place of round"


@pytest.mark.parametrize(
    ("head", "tail", "key", "meant"),
    [
        (LEAGUE + "editoin = 'bsw'\n", "", "editoin", "did you mean edition?"),
        (LEAGUE + "clock = {bank = 3}\n", "", "clock.bank", "did you mean bank_ms?"),
        (LEAGUE, "weight = 1\n", "bots[2].weight", "there are manifest, optional"),
    ],
)
def test_an_unknown_key_is_refused_and_the_nearest_one_named(
    tmp_path: Path, head: str, tail: str, key: str, meant: str
) -> None:
    path = write_league(tmp_path, head, tail=tail)
    error = refusal(path)
    assert (error.code, error.message, error.hint) == ("bad-league", f"{path}: unknown key {key}", meant)


def test_a_file_that_is_not_toml_is_refused_with_the_place(tmp_path: Path) -> None:
    path = write_league(tmp_path, "game = verraeter\n")
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path} is not TOML: ")
    assert "line 1" in error.message
    assert error.hint


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert refusal(path).message.startswith(f"{path} is not TOML: ")


@pytest.mark.parametrize("name", ["none.toml", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path} cannot be read: ")
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
    assert error.message == f"{path}: bots is ['ann', 'ben']; expected at least 3, one for each seat"


def test_two_bots_of_one_name_are_refused_and_both_are_shown(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann")
    (tmp_path / "more").mkdir()
    write_bot(tmp_path / "more", "ann")
    path = write_league(tmp_path, bots=("ann", "ben", "more/ann"))
    error = refusal(path)
    assert error.message == f"{path}: two bots are named 'ann': {tmp_path}/ann and {tmp_path}/more/ann"
    assert error.hint == "give one of them another name in its bot.toml"


@pytest.mark.parametrize("reference", ["randm", "bots/pyton/random.toml"])
def test_a_bot_that_is_not_there_is_named_with_the_nearest_house_bot(tmp_path: Path, reference: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries(reference))
    error = refusal(path)
    assert error.code == "bot-not-found"
    assert error.message == f"no bot manifest at {tmp_path / reference}"
    assert error.hint == "house bots: did you mean random?"


def test_a_folder_that_is_no_bot_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("empty"))
    error = refusal(path)
    assert error.code == "bot-not-found"
    assert error.message == f"there is no bot.toml in {tmp_path / 'empty'}"
    assert error.hint == "name a bot's folder; arena init makes one"


def test_a_program_is_not_taken_for_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()\n")
    path = tmp_path / "cup.toml"
    path.write_text(LEAGUE + bot_entries("bot.py"))
    error = refusal(path)
    assert (error.code, error.message) == ("bot-not-found", f"{tmp_path / 'bot.py'} is no manifest")
    assert error.hint == "name its folder, which has a bot.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [("[waste\n", "is not TOML"), ("", "waste"), ("waste = 3\n", "waste")],
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
    assert error.message.startswith(f"{tmp_path / 'points.toml'} cannot be read: ")
    assert error.hint == f"mend it, or components in {path}"
