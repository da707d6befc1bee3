"""A whole course with invented students, to see what a course is like before there is one."""
