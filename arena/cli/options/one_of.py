"""The type of an option or argument that accepts one of several words."""

from typing import Any

import click

from arena.files.text_files import suggestion


class OneOf(click.Choice):  # type: ignore[type-arg]  # generic only from Click 8.2 on
    """A click.Choice that also suggests the word that was probably meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401  # Click's signature
        """Returns the word if it is one of the choices. Raises click.BadParameter with a suggestion if it is not."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is not known; {suggestion(str(value), list(self.choices))}", param, ctx)
