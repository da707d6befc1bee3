"""Makes a zip of feedback pages for Moodle's "Upload multiple feedback files in a zip".

Moodle finds the student to whom a file belongs by the name of the file's folder: between its first and second `_`, this
name contains the participant's number. Each assignment has its own participant numbers, and Moodle skips a file with a
number of another assignment.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Final

from arena.course.people.student import Student

FEEDBACK_ZIP: Final = "feedback-moodle.zip"
SIGNS: Final = re.compile(r"[\W_]+")
"""A pattern for one or more characters of a student's name that are neither letters nor digits.

In the name of the student's folder, a blank replaces them: Moodle separates fields by `_`, and other such characters
have a special meaning for programs.
"""


def feedback_zip(pages: Iterable[tuple[Student, Sequence[str], str]]) -> bytes:
    """Returns the bytes of a zip with the feedback pages of students.

    `pages`: each student, with the student's participant numbers in Moodle and the text of the page. The zip has a
    folder for each of these numbers, and each folder contains the student's page.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, numbers, page in pages:
            name = SIGNS.sub(" ", student.name).strip() or "student"
            for number in numbers:
                place = zipfile.ZipInfo(f"{name}_{number}_assignsubmission_file_/{student.id}.md")
                place.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(place, page)
    return packed.getvalue()
