"""Tests of the messages to and from bots."""
