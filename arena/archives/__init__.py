"""Archives of strangers, read within limits by a reader that knows files and folders only; and files as such."""
