"""The checks of a game; each returns what it tried, or raises what it found."""
