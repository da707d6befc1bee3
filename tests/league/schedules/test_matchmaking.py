"""Tests of the calculations in `benchmarks/ratings/matchmaking.py`, which simulates ladders."""

import pytest

from benchmarks.ratings.matchmaking import compared, main


def test_where_a_ladder_has_nothing_wrong_there_is_no_ratio() -> None:
    others = {"random": 0.8, "least played": 0.9, "balanced": 1.0}
    figures, ratios = compared("all right", [{"ladder": 1.0, **others}] * 2)
    assert figures["all right: ahead of random"] == pytest.approx(0.2)
    assert ratios == []
    _, ratios = compared("nearly", [{"ladder": 0.95, **others}] * 2)
    assert [ratio.value for ratio in ratios] == pytest.approx([4, 2, 0])


def test_one_repetition_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["matchmaking", "--repetitions", "1"])
    with pytest.raises(SystemExit):
        main()
    assert "--repetitions must be 2 or more; there is 1" in capsys.readouterr().err
