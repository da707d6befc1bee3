"""Commands for who serves, and for who is served."""
