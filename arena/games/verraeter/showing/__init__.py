"""A match as JSON values: boards (frames), actions as mappings of their parts, and the set-up for drawing."""
