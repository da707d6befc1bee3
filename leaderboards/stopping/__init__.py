"""Stopping rules that stay valid however often anybody looks at the results."""
