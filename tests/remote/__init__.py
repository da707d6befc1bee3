"""Tests of remote bots, from single messages on a connection to whole leagues of real processes."""
