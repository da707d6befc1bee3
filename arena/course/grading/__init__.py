"""Grades assignments: collects each bot's results in the final, computes points exactly, and writes files for school
systems.
"""
