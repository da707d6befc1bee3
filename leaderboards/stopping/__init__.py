"""What decides when enough is played: stopping rules that may look at the results again and again."""
