"""Tests of closing an assignment at its deadline, and of the lock that this writes."""
