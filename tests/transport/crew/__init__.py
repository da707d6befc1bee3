"""Tests of how a host, the object that plays matches between bots, starts, restarts and withdraws its bots."""
