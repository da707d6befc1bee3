"""Homes that are kept for builds."""
