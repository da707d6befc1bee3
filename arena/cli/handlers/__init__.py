"""The functions that do the work of commands; they load slowly, so each is loaded when its command is called."""
