"""How the suite is run: in which size, at what cost, with which skips, and what rests on a proof."""
