"""The matches of a ladder: what its files say, who plays, and the processes that play."""
