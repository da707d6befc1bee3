"""Plugins that decide how the test suite is run: its size, its cost, the allowed skips, and the tests that a stored
proof replaces.
"""
