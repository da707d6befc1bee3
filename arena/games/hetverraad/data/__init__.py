"""The shipped component data, and its reader."""
