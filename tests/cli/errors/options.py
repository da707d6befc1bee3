"""Cases of error messages about options, and about files that do not fit the stored results."""

from typing import Final

from tests.cli.errors.spoiling import Case, append, head, nothing

CASES: Final[list[Case]] = [
    ("bad-seats", nothing, "play verraeter random random"),
    ("bad-edition", nothing, "play verraeter random random random --edition second"),
    ("overload", append('[clock]\ntiming = "strict"\n'), "run-league cup.toml --in-flight 2"),
    ("fewer-matches", head("rounds = 2", "rounds = 1"), "run-league cup.toml"),
    ("fewer-matches-dry-run", head("rounds = 2", "rounds = 1"), "run-league cup.toml --dry-run"),
    ("other-league", head("seed = 7", "seed = 8"), "run-league cup.toml"),
    ("other-league-dry-run", head("seed = 7", "seed = 8"), "run-league cup.toml --dry-run"),
    ("no-format", nothing, "standings results/cup --fairness --format csv"),
    ("usage-command", nothing, "standing results/cup"),
    ("usage-game", nothing, "play chess random random random"),
    ("usage-game-misspelt", nothing, "play verrater random random random"),
    ("usage-workers", nothing, "run-league cup.toml --workers 0"),
    ("usage-two-tables", nothing, "standings results/cup --matrix --by-seat"),
    ("usage-fairness-by-seat", nothing, "standings results/cup --fairness --by-seat"),
    ("usage-method-by-seat", nothing, "standings results/cup --method plackett-luce --by-seat"),
]
