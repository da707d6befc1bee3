"""Benchmarks of the server: pages, ladders, tables of people and estimates."""
