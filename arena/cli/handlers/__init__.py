"""The functions that do the work of commands. They load slowly, so each is loaded only when its command is called."""
