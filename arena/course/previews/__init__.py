"""Shows, before a deadline, the results that closing an assignment would have now."""
