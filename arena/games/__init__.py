"""The games: rules as pure functions of a state and an action."""
