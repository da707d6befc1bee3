"""The matches of a ladder: its files, its bots, and the processes that play."""
