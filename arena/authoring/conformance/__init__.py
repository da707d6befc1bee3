"""The conformance check: tests everything that a league asks of a bot, before a league does."""
