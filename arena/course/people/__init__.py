"""Who is in a course: the roster, the aliases others see, and the time that somebody was given."""
