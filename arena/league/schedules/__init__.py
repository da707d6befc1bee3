"""The kinds of schedules, which decide which bots meet and in what order; one file for each kind."""
