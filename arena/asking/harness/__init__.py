"""A harness that runs one bot alone with a scripted arena."""
