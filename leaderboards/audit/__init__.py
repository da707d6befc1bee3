"""Audits: each computes all stored and published values of a league again, and compares the two."""
