"""Submissions: the bots that authors hand in, the states of their examination, and the messages to authors."""
