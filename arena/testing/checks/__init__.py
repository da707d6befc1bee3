"""The checks of a game; each returns what it tried, or raises the fault that it found."""
