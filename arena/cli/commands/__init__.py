"""The commands, in rooms by whom they are for: each is a function in the module of its name."""
