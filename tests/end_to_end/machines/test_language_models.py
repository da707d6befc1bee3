"""Tests of a bot that asks a language model, in a league of Connect Four and a league of Liar's Dice. The bot connects
to each league as a remote bot, with the commands in the bot's README.
"""

import re
from pathlib import Path

import pytest

from arena.match import MatchRecord
from tests.bots.language_models import FOLDER, served
from tests.end_to_end.processes import arena, records
from tests.remote.leagues import connector_arguments, make_token, organiser, running
from tests.suite.sizes import sized

VARIABLES = ("LLM_URL", "LLM_MODEL", "LLM_KEY", "LLM_TEMPERATURE")


@pytest.mark.parametrize(("game", "rival"), [("connect-four", "greedy"), ("liars-dice", "counter")])
def test_a_league_with_a_language_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, rival: str) -> None:
    file = (FOLDER / f"{game}.toml").read_text("utf-8")
    rounds = sized(1, 4)
    (tmp_path / "league.toml").write_text(re.sub(r"rounds = \d", f"rounds = {rounds}", file), "utf-8")
    league = f"llm-{game}"
    make_token(tmp_path, "league", "llm")
    with served() as (url, _), organiser(tmp_path, "league", None) as (far, port):
        for name, value in zip(VARIABLES, (url, "parrot", "secret-key", "0.5"), strict=True):
            monkeypatch.setenv(name, value)
        kept = [word for name in VARIABLES for word in ("--env", name)]
        command, *others = connector_arguments(tmp_path, str(FOLDER), "llm", port, None)
        with running(tmp_path, command, *kept, *others) as connector:
            assert far.end() == 0, far.err()
            assert connector.end() == 0, connector.err()
    told = [record for _, record in records(tmp_path, league) if isinstance(record, MatchRecord)]
    assert {entrant.name for record in told for entrant in record.spec.entrants} == {"random", f"{game}-{rival}", "llm"}
    assert len(told) in (6 * rounds, 3 * rounds)
    assert not [record.faults for record in told if record.faults]
    number = next(at for at, record in enumerate(told) if "llm" in [one.name for one in record.spec.entrants])
    replayed = " ".join(arena(tmp_path, "replay", f"results/{league}", str(number)).out.replace("| ", "").split())
    assert re.search(
        r"llm noted parrot, temperature 0\.5; 1\+\d+ tokens: I have \d+ moves and no plan\. Move: ", replayed
    )
    assert "secret-key" not in replayed
