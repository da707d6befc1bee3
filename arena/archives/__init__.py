"""Archives of strangers: read by a reader of our own that knows files and folders only, within limits."""
