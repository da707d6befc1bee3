"""Grades: the results of the final as evidence, exact arithmetic, and files for school systems."""
