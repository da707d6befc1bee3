"""The report of every benchmark: figures by name, and ratios with their targets, as lines and as JSON."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure of the arena divided by the same figure of a peer program, both measured in the same run."""

    name: str
    value: float
    target: float | None = None
    """The least ratio that reaches the target; None if the ratio is only reported."""

    def line(self) -> str:
        """Returns the ratio as a line of the report."""
        if self.target is None:
            return f"{self.name}: {self.value:.3g}"
        verdict = "reached" if self.value >= self.target else "NOT reached"
        return f"{self.name}: {self.value:.3g}, target {self.target:g} {verdict}"


def report(benchmark: str, figures: dict[str, float], ratios: list[Ratio]) -> None:
    """Prints the figures and ratios and writes them to `benchmarks/results/BENCHMARK.json`."""
    print(f"== {benchmark}")
    for name, value in figures.items():
        print(f"   {name}: {value:,.4g}")
    for ratio in ratios:
        print(f"   {ratio.line()}")
    RESULTS.mkdir(exist_ok=True)
    content = {"figures": figures, "ratios": [asdict(ratio) for ratio in ratios]}
    (RESULTS / f"{benchmark}.json").write_text(json.dumps(content, indent=2) + "\n", "utf-8")
