"""Ladders: rankings of bots that people submit. This package contains the accounts, the submissions, their examination,
and the storage of all ladder data.
"""
