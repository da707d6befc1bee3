"""What becomes of a submission: it is built and checked, here or on a cluster."""
