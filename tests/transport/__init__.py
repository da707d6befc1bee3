"""Tests of arena/transport, with real processes and sockets."""
