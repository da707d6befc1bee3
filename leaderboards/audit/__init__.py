"""Audits of leagues: an audit computes all stored and published values of a league again, and reports each value that
differs.
"""
