"""Backups of a ladder: one file with all data of the ladder, made even while its server runs, and the way to restore
it.
"""
