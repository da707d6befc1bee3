"""Tests of builds, and of the copies of bots that leagues play."""
