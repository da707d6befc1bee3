"""The checks of a game; each returns in words what it tried, or raises the fault that it found."""
