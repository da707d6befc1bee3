"""General causes and remedies of error codes whose messages are known only when the error is raised."""

from typing import Final

GENERAL: Final = {
    "arena": (
        "The server failed to make a page or an answer.",
        "Try again later. The server printed the reason where it was started.",
    ),
    "bad-backup": (
        "The file is not a whole backup of a ladder, or a backup of another release.",
        "Nothing was restored; use another backup.",
    ),
    "bad-certificate": (
        "The certificate or its key cannot be read, or they do not belong together.",
        "Name files in PEM format, as certbot calls them fullchain.pem and privkey.pem.",
    ),
    "bad-clone": ("A clone of a repository cannot be read.", "Clone that repository again."),
    "bad-database": (
        "The address of the database is not one of PostgreSQL.",
        "Write `postgresql://USER@HOST/DATABASE`, with `#NAME` behind it for one ladder of several.",
    ),
    "bad-tokens": ("The file of tokens cannot be read.", "Remove it, and make new tokens with `arena remote-token`."),
    "broken-baseline": (
        "A baseline of the course cannot be built, or fails as a bot.",
        "Run `arena check` on its folder, and mend what it says.",
    ),
    "game-fault": (
        "A method of a game raised an error, did not return in time, or returned a wrong value.",
        "Mend the method in the line that the message names; `arena check-game` tries all methods.",
    ),
    "http": ("The request has a method that the page does not take.", "Read the page with GET."),
    "illegal": ("The action is not legal in this turn.", "Choose one of the legal actions."),
    "machine": (
        "The operating system refused something: a file, memory, or a process.",
        "Free what the message names: disk space, open files, or the rights to a folder.",
    ),
    "no-room-to-play": (
        "The disk with the results is nearly full, so no more matches are played.",
        "Make room there; play goes on by itself.",
    ),
    "not-askable": (
        "The choices of this bot cannot be compared, because it cannot be asked here.",
        "Compare it by its sources.",
    ),
    "not-given": ("A seat was asked back that its own player plays.", "Go on playing."),
    "not-handed-over": (
        "The player named for a seat cannot come, or the match ended before.",
        "Hand the seat to another player.",
    ),
    "not-open": ("The match at this table begins or has begun.", "Take part in another table, or open one."),
    "not-running": ("The table has no match that runs.", "Begin the match first, or open another table."),
    "other-database": (
        "The ladder keeps its rows elsewhere than the command says.",
        "Give the command the database in which the ladder keeps its rows, or none.",
    ),
    "row-misfits": (
        "A row has more values than the environment for training has room for.",
        "Say the most places of the row as `most` in its `Row`.",
    ),
    "unshown": ("Results of a league cannot be read.", "Mend or leave out the league that the message names."),
}
"""The general cause and remedy of each error, by its code."""
