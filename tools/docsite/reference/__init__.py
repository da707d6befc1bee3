"""Generates the reference pages from the code whenever the site is built; nobody edits them by hand."""

from collections.abc import Callable
from typing import Final

from tools.docsite.reference import commands, errors, keys, protocol, python_api

REFERENCES: Final[dict[str, Callable[[], str]]] = {
    "commands.md": commands.page,
    "league-file.md": keys.league_file,
    "bot-manifest.md": keys.bot_manifest,
    "course-file.md": keys.course_file,
    "protocol.md": protocol.page,
    "python.md": python_api.page,
    "errors.md": errors.page,
}
"""The function that makes each reference page, by the page's file name."""
