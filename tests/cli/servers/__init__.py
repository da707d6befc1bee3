"""Commands that serve, and commands that ask a server."""
