"""A zip of feedback pages for Moodle's "Upload multiple feedback files in a zip".

Moodle finds the student of a file by the name of its folder: what stands between the first and the second `_` is the
number of the participant. Each assignment has numbers of its own, and a file with another's is passed over there.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Final

from arena.course.people.student import Student

FEEDBACK_ZIP: Final = "feedback-moodle.zip"
SIGNS: Final = re.compile(r"[\W_]+")
"""What no name of a folder has here: `_` parts its fields, and some other signs mean something to programs."""


def feedback_zip(pages: Iterable[tuple[Student, Sequence[str], str]]) -> bytes:
    """A zip with a folder for each number of a student, and the student's page in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, numbers, page in pages:
            name = SIGNS.sub(" ", student.name).strip() or "student"
            for number in numbers:
                place = zipfile.ZipInfo(f"{name}_{number}_assignsubmission_file_/{student.id}.md")
                place.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(place, page)
    return packed.getvalue()
