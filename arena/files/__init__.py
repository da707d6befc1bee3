"""Files on this machine: read as people write them, written whole or not at all, locked; and tokens and rates."""
