"""Tests of the matches of a host, which is the object that starts bots and plays their matches."""
