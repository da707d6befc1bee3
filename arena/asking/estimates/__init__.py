"""Who will win: a finished match, and from its states each seat's estimated share of the win."""
