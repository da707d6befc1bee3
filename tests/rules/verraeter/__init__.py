"""The rules of Verräter, one file a phase; the printed example is the starting point of most positions."""
