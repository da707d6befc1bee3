"""Tests of the promises that every game of the registry must keep, and of the modules that the games share."""
