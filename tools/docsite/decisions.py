"""Makes the index of decisions, sorted by topic, from the heading and the status line of each record.

`python -m tools.docsite.decisions` writes the index. A test fails if the index is out of date.
"""

import re
from collections import defaultdict
from typing import Final, NamedTuple

from tools.docsite.tree import TREE

FOLDER: Final = TREE / "docs" / "decisions"
INDEX: Final = FOLDER / "README.md"
RECORD: Final = re.compile(r"# (\d{4}) ([A-Z].+)\n\nStatus: (.+) · Topic: (\w+)\n\n")
STATUS: Final = re.compile(r"accepted|accepted, (?:changed|extended) by \[\d{4}\]\(.+\)|superseded by \[\d{4}\]\(.+\)")
TOPICS: Final = {
    "games": "Games and rules",
    "protocol": "Protocol",
    "matches": "Playing a match",
    "leagues": "Leagues and schedules",
    "results": "Results and verification",
    "statistics": "Ratings and statistics",
    "sandbox": "Sandbox and security",
    "bots": "Bots: kits, builds, checks",
    "replays": "Replays and pages",
    "tables": "Tables of people",
    "ladders": "Ladders and servers",
    "courses": "Courses",
    "speed": "Speed",
    "code": "Structure of the code",
    "tests": "Tests",
    "docs": "Documentation",
}
"""The headings of the index, by the word that a record's status line gives as its topic."""
HEAD: Final = """# Decisions

Each record describes one decision whose reasons the code does not show.

A record is a file `NNNN-name.md`. It begins with a heading that names the decision, and with a line
`Status: accepted · Topic: WORD`. If a decision no longer holds, its status names the record that replaced it. Then the
record states the problem, and has up to three sections: *Decision*, *Considered* (the alternatives, each with the
reason against it) and *Costs*. `python -m tools.docsite.decisions` writes this index.
"""


class Record(NamedTuple):
    """A decision, as the beginning of its file describes it."""

    name: str
    number: str
    title: str
    status: str
    topic: str


def records() -> list[Record]:
    """Returns all decisions, in order of number; raises ValueError if the beginning of a file does not have the
    required form.
    """
    found = []
    for path in sorted(FOLDER.glob("[0-9]*.md")):
        begins = RECORD.match(path.read_text("utf-8"))
        if not begins or begins[1] != path.name[:4] or begins[4] not in TOPICS or not STATUS.fullmatch(begins[3]):
            raise ValueError(
                f"{path.name} must begin with '# {path.name[:4]} Title', an empty line, and "
                f"'Status: accepted · Topic: WORD'; the words are {', '.join(TOPICS)}"
            )
        found.append(Record(path.name, *begins.groups()))
    return found


def index() -> str:
    """Returns the text of the index for the present records."""
    by_topic = defaultdict(list)
    for record in records():
        by_topic[record.topic].append(record)
    sections = []
    for topic, heading in TOPICS.items():
        if topic in by_topic:
            lines = "\n".join(
                f"- [{one.number}]({one.name}) {one.title}{'' if one.status == 'accepted' else f' ({one.status})'}"
                for one in by_topic[topic]
            )
            sections.append(f"## {heading}\n\n{lines}\n")
    return "\n".join((HEAD, *sections))


if __name__ == "__main__":
    INDEX.write_text(index(), "utf-8")
