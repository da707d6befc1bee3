"""Tests of arena/protocol: what is written by hand is what the generated classes read, and it tells no secrets."""
