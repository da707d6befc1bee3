"""Backups of a ladder: one file with all data of the ladder, which can be made even while the ladder's server runs."""
