"""Tests of the bots of a host: their starts, failures and withdrawals."""
