"""Tests of the commands, as a person sees them."""
