"""Processes: those below a bot seen, counted and ended, and the processors they compute on."""
