"""A test harness that runs one bot without opponents; a script plays the arena."""
