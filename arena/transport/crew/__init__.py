"""The bots of a host (the object that plays many matches): starting, watching, restarting and withdrawing them."""
