"""Tests of the bots of a host, which is the object that starts bots and plays their matches: their starts, failures and
withdrawals.
"""
