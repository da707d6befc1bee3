"""Tests of the house bot champion, which has learned from matches, and of the program that trains it."""
