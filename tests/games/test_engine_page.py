"""docs/engine.md: what the page shows is what happens."""

import doctest
import re
from pathlib import Path
from typing import Any, Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_page_do_what_it_says() -> None:
    # a fence ends an example, which would else be taken for what it prints
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples, out=said.append).attempted > 15
    assert not said, "".join(said)


def test_the_program_of_the_page_runs_and_its_search_wins() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (program,) = (block for block in blocks if "__main__" in block)
    room: dict[str, Any] = {"__name__": "example"}
    exec(compile(program, str(PAGE), "exec"), room)
    scores = [room["match"](number) for number in range(4)]
    assert scores[0] == room["match"](0)
    assert sum(row[0] > max(row[1:]) for row in scores) >= 3
