"""General causes and remedies of error codes whose messages are known only when the error is raised."""

from typing import Final

GENERAL: Final = {
    "arena": (
        "The server failed while it made a page or an answer.",
        "Try again later. The server has printed the reason in the terminal in which it was started.",
    ),
    "bad-backup": (
        "The file is not a complete backup of a ladder, or a later release made it.",
        "Use another backup; nothing was restored.",
    ),
    "bad-certificate": (
        "The certificate or its key cannot be read, or the key belongs to another certificate.",
        "Name files in PEM format. Certbot, for example, calls them fullchain.pem and privkey.pem.",
    ),
    "bad-database": (
        "The address of the database is not an address of PostgreSQL.",
        "Write `postgresql://USER@HOST/DATABASE`. If several ladders share the database, add `#NAME`.",
    ),
    "broken-baseline": (
        "A baseline of the course cannot be built, or does not work as a bot.",
        "Run `arena check` on its folder, and correct what the command reports.",
    ),
    "game-fault": (
        "A method of a game raised an error, did not return in time, or returned a wrong value.",
        "Correct the method in the line that the message names; `arena check-game` tests all methods.",
    ),
    "http": ("The page does not accept the method of the request.", "Read the page with GET."),
    "no-room-to-play": (
        "The disk with the results is nearly full, so the ladder plays no more matches.",
        "Free space on this disk; the ladder then plays on without a command.",
    ),
    "not-askable": (
        "The choices of this bot cannot be compared, because the bot cannot run on this machine.",
        "Compare its sources.",
    ),
    "not-given": ("The seat is played by its own player, so it cannot be taken back.", "Continue to play."),
    "not-handed-over": (
        "The player chosen for a seat cannot take it over, or the match has ended.",
        "Choose another player for the seat.",
    ),
    "not-running": (
        "No match is running at this table.",
        "Start the match, or open another table.",
    ),
    "other-database": (
        "The ladder stores its rows in another database than the one named in the command.",
        "Name the database in which the ladder stores its rows, or no database.",
    ),
    "row-misfits": (
        "A row of a training environment has more values than the environment reserves for it.",
        "Write the largest number of values of the row as `most` in its `Row`.",
    ),
    "unshown": (
        "The results of a league cannot be read.",
        "Repair the results that the message names, or leave the league out.",
    ),
}
"""The general cause and remedy of each error, by its code."""
