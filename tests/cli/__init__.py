"""Tests of the commands: their output and exit status, as a user sees them."""
