"""Makes observations: arrays of fixed length with all that a seat may know, as numbers."""
