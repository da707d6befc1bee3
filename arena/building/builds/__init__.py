"""Builds: their command, environment, output and identity."""
