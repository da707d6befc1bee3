"""Benchmarks: programs that measure the arena and its peers in one run, print the ratios, and write them as JSON.

`make bench` runs the benchmarks of games and the main ones of leagues.
"""
