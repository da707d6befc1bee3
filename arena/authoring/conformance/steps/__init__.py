"""The steps of the check in order; each returns in words what it saw, or raises Trouble."""
