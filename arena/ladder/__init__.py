"""The ladder: people and what they may, bots handed in and examined, and all that is kept of it."""
