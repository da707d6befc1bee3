"""The course file: settings, deadlines and late rules."""
