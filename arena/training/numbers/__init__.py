"""Makes observations: arrays of fixed length that hold what a seat may know."""
