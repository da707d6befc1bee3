"""Tests of the commands for leagues and matches."""
