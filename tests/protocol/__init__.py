"""Tests of arena/protocol, for example that no message reveals secrets, and that the generated classes read the
messages that arena/protocol encodes without them.
"""
