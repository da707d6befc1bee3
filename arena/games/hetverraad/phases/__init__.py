"""The phases of a round in the order of the rules, and what may interrupt them."""
