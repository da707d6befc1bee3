"""The bots of a host (which plays the matches): starting, watching, restarting and withdrawing them."""
