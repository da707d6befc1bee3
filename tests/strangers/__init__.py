"""Tests of readers with bytes from strangers: every reader must accept or refuse them, without any other error."""
