"""Cases of error messages about manifests, and about bots named on the command line."""

from typing import Final

from tests.cli.errors.spoiling import Case, encoded, manifest, nothing

PLAY: Final = "run-league cup.toml"
ANN: Final = 'name = "ann"\ncommand = ["{python}", "bot.py"]\n'

CASES: Final[list[Case]] = [
    ("bad-manifest", manifest('name = "ann"\ncommand = ["no-such-program", "bot.jar"]\n'), PLAY),
    ("bad-manifest-no-name", manifest('command = ["{python}", "bot.py"]\n'), PLAY),
    ("bad-manifest-empty-name", manifest(ANN.replace('"ann"', '""')), PLAY),
    ("bad-manifest-long-name", manifest(ANN.replace('"ann"', f'"{"a" * 41}"')), PLAY),
    ("bad-manifest-version", manifest(ANN + "version = 2\n"), PLAY),
    ("bad-manifest-version-escape", manifest(ANN + 'version = "\\u001b[2J"\n'), PLAY),
    ("bad-manifest-author-lines", manifest(ANN + 'author = "a\\nb"\n'), PLAY),
    ("bad-manifest-author-bidi", manifest(ANN + 'author = "a\\u202eb"\n'), PLAY),
    ("bad-manifest-empty-command", manifest('name = "ann"\ncommand = [""]\n'), PLAY),
    ("bad-manifest-key-escape", manifest(ANN + '"\\u001b[2J" = 1\n'), PLAY),
    ("bad-manifest-utf-16", encoded("ann/bot.toml", "utf-16"), PLAY),
    ("bot-not-found-play", nothing, "play verraeter randm random random"),
    ("wrong-game", manifest(ANN + 'games = ["hetverraad"]\n'), PLAY),
    ("wrong-game-play", manifest(ANN + 'games = ["hetverraad"]\n'), "play verraeter ann random random"),
    ("wrong-game-play-house-bot", nothing, "play verraeter hetverraad-builder random random"),
]
