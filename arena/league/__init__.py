"""Reads, schedules and plays leagues."""
