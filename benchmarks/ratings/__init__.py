"""Simulations that check ratings, intervals, comparisons and schedules."""
