"""Tests of the time that bots have, the time they are charged, and the statistics of their thinking times."""
