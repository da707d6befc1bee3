"""The component data that is shipped with the game, and its reader."""
