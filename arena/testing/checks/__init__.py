"""The checks of a game: each returns a summary of its work, or raises the fault that it found."""
