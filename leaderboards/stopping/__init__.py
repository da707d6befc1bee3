"""Rules that stop a league early, and that stay valid however often the results are checked."""
