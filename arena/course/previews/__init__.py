"""What closing an assignment would find, told before it is closed."""
