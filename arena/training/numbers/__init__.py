"""Makes observations: arrays of fixed length with all data that a seat may know, as numbers."""
