"""Benchmarks of the rules engines, their views and messages, and the training environments."""
