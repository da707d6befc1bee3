"""What who looks after a server asks it, on a port of its own: whether it lives, whether it is ready, and numbers."""
