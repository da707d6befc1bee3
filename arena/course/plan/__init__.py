"""Reads the course file: settings, deadlines and late rules."""
