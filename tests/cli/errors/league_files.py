"""Cases of error messages about league files."""

from pathlib import Path
from typing import Final

from tests.cli.errors.spoiling import Case, append, bots, encoded, head, nothing
from tests.league.leagues import LEAGUE, write_bot, write_league

PLAY: Final = "run-league cup.toml"


def _bad_components(folder: Path) -> None:
    (folder / "points.toml").write_text("[waste\n")
    write_league(folder, LEAGUE + 'components = "points.toml"\n')


def _two_named_alike(folder: Path) -> None:
    write_bot(folder, "eve").write_text('name = "ann"\ncommand = ["{python}", "bot.py"]\n')
    write_league(folder, bots=("ann", "ben", "eve"))


def _named_as_a_house_bot(folder: Path) -> None:
    write_bot(folder, "mine").write_text('name = "greedy"\ncommand = ["{python}", "bot.py"]\n')
    bots("greedy", "random", "mine")(folder)


def _too_few_without_the_optional(folder: Path) -> None:
    write_bot(folder, "dot", 'needs = ["no-such-tool"]\n')
    write_league(folder, bots=("ann", "ben", "dot"), tail="optional = true\n")


CASES: Final[list[Case]] = [
    ("bad-league", append("weigth = 1\n"), PLAY),
    ("bad-league-dry-run", append("weigth = 1\n"), f"{PLAY} --dry-run"),
    ("bad-league-missing", nothing, "run-league cap.toml"),
    ("bad-league-folder", nothing, "run-league ann"),
    ("bad-league-no-game", head('game = "verraeter"\n', 'name = "cup"\n'), PLAY),
    ("bad-league-game", head("verraeter", "chess"), PLAY),
    ("bad-league-not-quoted", head('"verraeter"', "verraeter"), PLAY),
    ("bad-league-no-name", head("seed", 'name = ""\nseed'), PLAY),
    ("bad-league-name", head("seed", 'name = "a/b"\nseed'), PLAY),
    ("bad-league-misspelt", head("rounds", "round"), PLAY),
    ("bad-league-rounds", head("rounds = 2", "rounds = 0"), PLAY),
    ("bad-league-blocks", head("rounds = 2", "rounds = 2\nblocks = 2"), PLAY),
    ("bad-league-blocks-alone", head("rounds = 2", "blocks = 2"), PLAY),
    ("bad-league-seats", head("seats = 3", "seats = 5"), PLAY),
    ("bad-league-until", head("seed", 'until = "ann wins"\nseed'), PLAY),
    ("bad-league-until-top", head("seed", 'until = "top 4 apart at 95 %"\nseed'), PLAY),
    ("bad-league-utf-16", encoded("cup.toml", "utf-16"), PLAY),
    ("bad-league-latin-1", encoded("cup.toml", "latin-1", "# f\xfcr alle\n"), PLAY),
    ("bad-league-no-bots", bots(), PLAY),
    ("bad-league-too-few", bots("ann", "ben"), PLAY),
    ("bad-league-too-few-optional", _too_few_without_the_optional, PLAY),
    ("bad-league-bot-twice", bots("ann", "ben", "cid", "./ann"), PLAY),
    ("bad-league-house-bot-twice", bots("random", "greedy", "banker", "random"), PLAY),
    ("bad-league-named-alike", _two_named_alike, PLAY),
    ("bad-league-named-as-house-bot", _named_as_a_house_bot, PLAY),
    ("bad-league-components", head("seed", 'components = "points.toml"\nseed'), PLAY),
    ("bad-components", _bad_components, PLAY),
    ("bot-not-found", append('[[bots]]\nmanifest = "randm"\n'), PLAY),
    ("bad-league-backslash", append('[[bots]]\nmanifest = "..\\a\\mybot"\n'), PLAY),
    ("bad-league-backslash-escaped", append('[[bots]]\nmanifest = "..\\bot"\n'), PLAY),
    ("bad-league-backslash-shared", head("seed", "shared = ['..\\lib']\nseed"), PLAY),
    ("bot-not-found-backslash", append("[[bots]]\nmanifest = '..\\a\\mybot'\n"), PLAY),
    ("bad-game-backslash", head('"verraeter"', "'.\\x.py'"), PLAY),
    ("bot-not-found-folder", append('[[bots]]\nmanifest = "."\n'), PLAY),
    ("bot-not-found-program", append('[[bots]]\nmanifest = "ann/bot.py"\n'), PLAY),
    ("wrong-game-house-bot", append('[[bots]]\nmanifest = "hetverraad-builder"\n'), PLAY),
]
