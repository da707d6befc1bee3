"""The options and argument types that several commands share."""
