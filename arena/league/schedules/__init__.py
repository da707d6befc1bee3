"""Schedules: which tables play, and in which order; a file for each kind, and `registry.py` names them."""
