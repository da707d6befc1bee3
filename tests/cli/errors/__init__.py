"""The complaints of each area: what is done to a folder with a played league in it, and the command that complains."""
