"""A program that runs an author's usual commands with an installed arena. It needs no other file of the tests, so it
can be run on any machine.

`python author.py` runs the commands in a new folder and prints a digest of the league's results, which is the same on
every system.
"""

import csv
import hashlib
import io
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Final

ARENA: Final = (sys.executable, "-m", "arena.cli")
LEAGUE: Final = """
game = "verraeter"
seats = 4
rounds = 1
seed = 7
sandbox = "none"
recall = "process"
"""
CLOCK: Final = """
[clock]
bank_ms = 600_000
startup_ms = 300_000
"""
"""Very long time limits for the bots, so that no match fails because the machine is busy."""
BOTS: Final = ("random", "greedy", "banker", "mine")
NO_GIT: Final = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Environment variables by which git finds no user name, so that the author of a bot is "unknown" on every machine."""
MATCHES: Final = 4
BAD: Final = """
from arena.bot import Bot, run

class Bad(Bot):
    def choose(self, turn):
        raise RuntimeError("no idea")

run(Bad)
"""


def main() -> None:
    """Runs an author's usual commands, from `arena init` to the pages of a league, and prints the digest."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        os.chdir(temporary)
        os.mkdir("Jörg Öztürk")  # noqa: PTH102  # a name with a space and with letters beyond ASCII
        os.chdir("Jörg Öztürk")
        sys.stdout.write(arena("--version"))
        arena("init", "mine")
        demand("15 leftovers  pass", arena("check", "mine"))
        arena("play", "verraeter", "mine", "greedy", "banker", "--seed", "3")
        arena("compare", "mine", "random", "--blocks", "2", "--against", "greedy", "--seats", "3", status=(0, 1))
        league("cup", BOTS)
        demand("no bot forfeited a match", arena("faults", "there/cup"))
        demand(f"{MATCHES} matches played again", arena("verify", "there/cup"))
        arena("site", "there/cup", "out")
        demand("mine", Path("out", "cup", "index.html").read_text("utf-8"))
        look_at_pages()
        Path("bad").mkdir()
        Path("bad", "bot.py").write_text(BAD, "utf-8")
        Path("bad", "bot.toml").write_text('name = "bad"\ncommand = ["{python}", "bot.py"]\n', "utf-8")
        league("ill", ("random", "greedy", "banker", "bad"))
        demand("no idea", arena("faults", "there/ill", "--all"))
        if not sys.platform.startswith("linux"):
            demand("WSL2", arena("serve", "--ladder", "ladder", status=(1,)))
        sys.stdout.write(f"{digest()}\n")
        os.chdir(Path(temporary).parent)  # Windows cannot remove the working folder of a process


def league(name: str, bots: tuple[str, ...]) -> None:
    text = "".join(f'[[bots]]\nmanifest = "{bot}"\n' for bot in bots)
    Path(f"{name}.toml").write_text(LEAGUE + text + CLOCK, "utf-8")
    arena("run-league", f"{name}.toml", "--workers", "2", "--db", f"there/{name}/league.db")


def look_at_pages() -> None:
    """Starts `arena serve`, and checks one of its pages."""
    command = (*ARENA, "serve", "there/cup", "--bind", "127.0.0.1:0", "--sandbox", "none")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as serving:
        try:
            assert serving.stderr
            line = next(line for line in serving.stderr if b"http://" in line).decode("ascii", "replace")
            address = line[line.index("http://") :].split()[0]
            with urllib.request.urlopen(f"{address}cup/index.html") as page:
                demand("mine", page.read().decode())
        finally:
            serving.kill()


def digest() -> str:
    """Returns a hash over all matches with their actions and results, but without the times they took."""
    rows = csv.DictReader(io.StringIO(arena("results", "there/cup")))
    told = [sorted((name, value) for name, value in row.items() if not name.endswith("_ms")) for row in rows]
    played = [arena("replay", "there/cup", str(number), "--json") for number in range(MATCHES)]
    assert len(told) == MATCHES
    return hashlib.sha256(repr((told, played)).encode()).hexdigest()


def arena(*arguments: str, status: tuple[int, ...] = (0,)) -> str:
    """Runs an arena command and returns its output; if its exit status is not 0, adds its standard error.

    Ends this program if the exit status is not in `status`, or if the command shows a traceback.
    """
    command, words = (*ARENA, *arguments), os.environ | NO_GIT | {"PYTHONUTF8": "1"}
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=words, check=False)
    out, err = (re.sub(r"\r\n", "\n", text.decode("utf-8", "replace")) for text in (ended.stdout, ended.stderr))
    if ended.returncode not in status or "Traceback" in err:
        sys.exit(f"{' '.join(arguments)}: status {ended.returncode}\n{out}{err}")
    return out if ended.returncode == 0 else out + err


def demand(words: str, said: str) -> None:
    """Ends this program with a message unless `said` contains `words`."""
    if words not in said:
        sys.exit(f"{words!r} was not said: {said}")


if __name__ == "__main__":
    main()
