"""Builds: how a bot's build is run, what it gets, what it leaves, and how that is known again."""
