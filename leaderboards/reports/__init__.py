"""Reports: standings, fairness and faults of a league, as values and as text."""
