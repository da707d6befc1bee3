"""Plays a league: worker processes, their results and the progress of the run."""
