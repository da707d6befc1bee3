"""Game tables at which people play with bots and with each other: opening, playing, storing and auditing them."""
