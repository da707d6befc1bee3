"""Calculates ratings and standings from stored match records."""
