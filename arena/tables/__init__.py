"""Tables at which people play with bots and each other: opening, playing, storing and auditing them."""
