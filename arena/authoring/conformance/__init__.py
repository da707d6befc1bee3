"""The conformance check: before a bot enters a league, it tests everything that a league requires of the bot."""
