"""Tests of bots' programs under guards, which are the processes that start a bot and end everything that it has
started.
"""
