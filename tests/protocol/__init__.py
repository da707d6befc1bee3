"""Tests of arena/protocol: the generated classes read the messages that are encoded by hand, and no message reveals
secrets.
"""
