"""Ends the challenges of a withdrawn version of a bot.

Rule: a version stays withdrawn even if its challenges cannot be ended now.
"""

import logging
from typing import Final

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.ladder.ladder import Ladder
from arena.ladder.playing.contests import give_up_with
from arena.ladder.playing.files import CHALLENGES
from arena.text import one_line

LOG: Final = logging.getLogger(__name__)


def end_with(ladder: Ladder, submission: int) -> None:
    """Gives up all unfinished challenges in which a withdrawn version plays; a failure is only logged.

    If a challenge is being created at this moment, the function first waits until this challenge exists.
    """
    places = ladder.folder / CHALLENGES
    if not places.exists():
        return
    try:
        with Lock(places, wait=True):
            give_up_with(ladder.folder, submission)
    except ArenaError as error:
        LOG.warning("challenges of submission %d cannot be given up: %s", submission, one_line(error.message))
    except OSError as error:
        LOG.warning("challenges of submission %d cannot be given up: %s", submission, error.strerror or error)
