"""Tests of the previews before a deadline: results that closing would have."""
