"""Tests of the house bot that has learned, and of the program that trains it."""
