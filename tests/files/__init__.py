"""What is read before a league begins."""
