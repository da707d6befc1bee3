"""Makes a progress line that is redrawn in a terminal."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Column


def drawn_over() -> Progress | None:
    """Returns a progress line that is redrawn in place, or None if the terminal cannot redraw a line."""
    console = Console(stderr=True)
    if console.is_dumb_terminal:
        return None
    return Progress(
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
        BarColumn(bar_width=None),
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        expand=True,
    )
