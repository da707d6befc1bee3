"""Sentences for matches of games from outside, in which an action is told by its name."""

from collections.abc import Sequence

from arena.games.contract import Board, Parts, Sentences


class RowsWords:
    """Describes matches of a game from outside in sentences."""

    def __init__(self, _: Board, names: Sequence[str], sentences: Sentences) -> None:
        """`names`: the players' names by seat."""
        self._names, self._sentences = names, sentences

    def deed(self, parts: Parts, seat: int, board: Board) -> str:  # noqa: ARG002  # a parameter of the contract
        """The sentence for an action, or for a secret action if the viewer does not know its text."""
        text = parts["text"]
        name = self._names[seat]
        return self._sentences.t("deed", name=name, text=str(text)) if text else self._sentences.t("secret", name=name)

    def events(self, before: Board, now: Board, taken: Parts | None) -> list[str]:  # noqa: ARG002  # parameters of the contract
        """Always empty: the sentences do not tell what happens by itself; the rows show it."""
        return []
