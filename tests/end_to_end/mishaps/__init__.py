"""What goes wrong around a league, and costs nothing."""
