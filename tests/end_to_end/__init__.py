"""Leagues of real processes."""
