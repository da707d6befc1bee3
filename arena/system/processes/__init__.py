"""Processes: how to list, measure and end them, and the processors they run on."""
