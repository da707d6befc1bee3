"""Tests of previews before a deadline, which show the results that closing the assignment would have now."""
