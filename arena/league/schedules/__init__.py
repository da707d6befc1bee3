"""Schedules, which give the tables of a league and their order; one file for each kind."""
