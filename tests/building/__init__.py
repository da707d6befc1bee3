"""Tests of builds and of the copies bots play from."""
