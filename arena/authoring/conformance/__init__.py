"""The conformance check: everything a league asks of a bot, tried before a league does."""
