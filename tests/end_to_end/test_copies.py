"""The copies bots play from, while a league is played: nobody changes one unnoticed."""

from pathlib import Path

from tests.end_to_end.processes import RANDOM_BOT, arena, stored, write_bot, write_league

SPOILING = """
from pathlib import Path
for rival in Path.cwd().parent.parent.glob("*/ben"):
    rival.chmod(0o755)
    (rival / "__pycache__").mkdir(exist_ok=True)
"""


def test_a_copy_that_is_changed_while_a_league_is_played_is_told_and_does_not_pass(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann", SPOILING + RANDOM_BOT.read_text())
    for name in ("ben", "cid"):
        write_bot(tmp_path, name)
    write_league(tmp_path, 1, "ann", "ben", "cid")
    ended = arena(tmp_path, "run-league", "cup.toml")
    assert (ended.status, stored(tmp_path)) == (0, 3)
    assert "the copy ben played from was changed while it played" in ended.err
    checked = arena(tmp_path, "verify", "results/cup")
    assert checked.status == 1
    assert "run 1, the copy ben played from: expected " in checked.out
    assert "ann played from" not in checked.out
    said = arena(tmp_path, "standings", "results/cup", "--fairness")
    assert "  the copy ben played from was changed meanwhile\n" in said.out
    write_league(tmp_path, 2, "ann", "ben", "cid")
    again = arena(tmp_path, "run-league", "cup.toml")
    assert "the copy of ben was changed since it was made: it is made anew" in again.err


def test_copies_that_are_not_changed_are_made_once_and_pass(tmp_path: Path) -> None:
    for name in ("ann", "ben", "cid"):
        write_bot(tmp_path, name)
    for rounds in (1, 2):
        write_league(tmp_path, rounds, "ann", "ben", "cid")
        ended = arena(tmp_path, "run-league", "cup.toml")
        assert ended.status == 0
        assert "copy" not in ended.err
    assert arena(tmp_path, "verify", "results/cup").status == 0
