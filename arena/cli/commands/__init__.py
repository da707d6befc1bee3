"""The commands: each is a function in the module of its name."""
