"""Tests of results, ratings and standings."""
