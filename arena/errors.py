"""`ArenaError`: a failure with a code, a sentence, and usually a next step.

Every error that a user can cause states four things: a code that scripts may rely on, the value and its problem, the
expected value, and the next step to try.
"""


class ArenaError(Exception):
    """A failure that a user can correct: `code` names its kind, and `hint` the next step.

    The text has two lines: `Error: MESSAGE  [CODE]` and, if there is a hint, `Hint: HINT`. If a message quotes a
    program's output after its first line, the output appears between these two lines.
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
