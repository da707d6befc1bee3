"""Leagues and ladders on more than one machine."""
