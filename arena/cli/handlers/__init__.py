"""The functions that do the work of commands; they load slowly, so each is loaded only when its command is called."""
