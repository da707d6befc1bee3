"""What closing would find, told before."""
