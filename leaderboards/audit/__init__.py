"""Audits: they compute all stored and published values of a league again, and compare them with the stored ones."""
