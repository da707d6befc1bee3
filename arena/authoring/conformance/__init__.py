"""The conformance check: everything a league will ask of a bot, asked before a league does."""
