"""Tests of playing leagues: workers, clusters, segments and shortages."""
