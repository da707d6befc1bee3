"""The commands of `arena`, grouped by audience; each command is a function in a module that has the command's name."""
