"""The matches of a host: those that wait, those in flight, and those that are finished."""
