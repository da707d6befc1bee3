"""What commands do that takes more than a moment to load; each is loaded when its command is called."""
