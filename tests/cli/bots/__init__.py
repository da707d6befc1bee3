"""Commands for who writes a bot."""
