"""The conformance check, which tests everything that a league requires of a bot."""
