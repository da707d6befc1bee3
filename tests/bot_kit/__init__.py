"""Tests of arena/bot, the kit for bots in Python."""
