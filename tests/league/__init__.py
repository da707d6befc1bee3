"""Tests of the league file, of manifests, and of schedules."""
