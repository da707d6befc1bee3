"""Tests of the commands for authors of bots."""
