"""The values that a store keeps about its league: values that never change, and values that may change when the league
is played.
"""
