"""The steps of the check, in order: each returns its observation as a text, or raises Trouble."""
