"""Benchmarks of leagues: speed, memory, storage, boxes and many machines."""
