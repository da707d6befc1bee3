"""Playing a league: workers, their results, and how far a run has come."""
