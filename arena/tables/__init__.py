"""Tables at which people sit: opened, filled, played with bots and other people, kept on disk, and checked."""
