"""A test harness that runs one bot without opponents; a script plays the part of the arena."""
