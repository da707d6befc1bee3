"""The matches of a host: waiting, under way and finished."""
