"""`ArenaError`: a failure with a code, a sentence, and usually a next step.

Every error a user can cause carries four things: a code that scripts may rely on, what is wrong with
which value, what was expected, and the next step to try.
"""


class ArenaError(Exception):
    """A failure that a user can mend: `code` names its kind, `hint` the next step.

    The text reads as two lines: `Error: MESSAGE  [CODE]` and, if there is a hint, `Hint: HINT`. If a program's
    output follows the first line of the message, it stands between these two.
    """

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        sentence, *printed = self.message.split("\n")
        text = "\n".join((f"{sentence}  [{self.code}]", *printed))
        return f"{text}\nHint: {self.hint}" if self.hint else text

    def __reduce__(self) -> tuple[type["ArenaError"], tuple[str, str, str | None]]:
        return type(self), (self.code, self.message, self.hint)
