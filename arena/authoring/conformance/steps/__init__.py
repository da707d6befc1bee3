"""The steps of the check in order; each reports what it saw, or raises Trouble."""
