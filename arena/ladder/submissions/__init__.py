"""Submissions: bots as authors hand them in, their states, and messages to authors."""
