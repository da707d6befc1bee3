"""The commands of `arena`, grouped by audience; each is a function in the module of its name."""
