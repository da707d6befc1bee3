"""Benchmarks: programs that print ratios, measured in one run, and write them as JSON; `make bench` runs all."""
