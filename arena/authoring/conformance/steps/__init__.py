"""The steps of the conformance check of a bot, in order; each step returns its observation as a text, or raises
Trouble.
"""
