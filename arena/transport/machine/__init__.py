"""The machine as the arena sees it: its processes, what it runs short of, how late it is."""
