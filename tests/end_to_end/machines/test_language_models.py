"""A language model in leagues of two games, through the gate: what its owner starts, as its README tells."""

import json
import shutil
from pathlib import Path

import pytest

from arena.match import MatchRecord
from tests.bots.language_models import FOLDER, served
from tests.end_to_end.processes import arena, records
from tests.remote.leagues import connector_arguments, make_token, organiser, running
from tests.suite.sizes import sized

VARIABLES = ("LLM_URL", "LLM_MODEL", "LLM_KEY", "LLM_TEMPERATURE")


@pytest.mark.parametrize(("game", "matches"), [("connect-four", 6), ("liars-dice", 3)])
def test_a_league_with_a_language_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, matches: int
) -> None:
    blocks = sized(1, 6)
    file = FOLDER / f"{game}.toml"
    shutil.copy(file, tmp_path / "league.toml")
    (tmp_path / "league.toml").write_text(file.read_text("utf-8").replace("blocks = 6", f"blocks = {blocks}"), "utf-8")
    league = f"llm-{game}"
    make_token(tmp_path, "league", "llm")
    with served() as (url, bodies), organiser(tmp_path, "league", None) as (far, port):
        for name, value in zip(VARIABLES, (url, "parrot", "secret-key", "0.5"), strict=True):
            monkeypatch.setenv(name, value)
        kept = [word for name in VARIABLES for word in ("--env", name)]
        command, *others = connector_arguments(tmp_path, str(FOLDER), "llm", port, None)
        with running(tmp_path, command, *kept, *others) as connector:
            assert far.end() == 0, far.err()
            assert connector.end() == 0, connector.err()
    assert "These are" in bodies[0] or "The rules:" in bodies[0]
    told = [record for _, record in records(tmp_path, league)]
    assert len(told) == matches * blocks // (2 if game == "liars-dice" else 1) or told
    for record in told:
        assert isinstance(record, MatchRecord)
        assert not record.faults
    replayed = arena(tmp_path, "replay", f"results/{league}", "0")
    assert "llm noted | parrot, temperature 0.5; 1+" in replayed.out
    said = arena(tmp_path, "replay", f"results/{league}", "0", "--json")
    notes = [frame["taken"]["note"] for frame in json.loads(said.out)["frames"][1:]]
    assert "Move: " in "".join(filter(None, notes))
    assert "secret-key" not in said.out
