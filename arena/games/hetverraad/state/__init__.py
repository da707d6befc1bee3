"""The state of a match: its cells (numbers) and piles, and the functions that change the possessions and knowledge of
seats.
"""
