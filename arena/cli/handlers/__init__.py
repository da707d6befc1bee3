"""The slow part of commands, loaded when a command is called."""
