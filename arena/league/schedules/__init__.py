"""The kinds of schedules, which decide which bots play together and in what order; each kind has its own file."""
