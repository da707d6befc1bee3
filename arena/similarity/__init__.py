"""Compares bots by their sources and by their choices of actions. A strong similarity is a hint of copying that a
person must judge.
"""
