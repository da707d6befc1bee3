"""Benchmarks: programs that print ratios taken in one run and write them as JSON; `make bench` runs all."""
