"""Stopping rules that stay valid however often the results are looked at."""
