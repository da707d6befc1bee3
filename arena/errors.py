"""`ArenaError`: a failure with a code, a sentence, and usually a next step.

Scripts may rely on the code. The sentence states the value and its problem, and the expected value. The next step is in
the hint.
"""


class ArenaError(Exception):
    """A failure that a user can correct: `code` names its kind, and `hint` the next step.

    Its text is the line `MESSAGE  [CODE]` and, if there is a hint, the line `Hint: HINT`. If the message has several
    lines, because it quotes a program's output, the code is at the end of the first line.
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
