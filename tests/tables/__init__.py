"""Tests of tables at which people play."""
