"""The steps of the check, in the order they are taken: each says what it saw, or raises Trouble."""
