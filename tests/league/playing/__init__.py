"""How a league is played."""
