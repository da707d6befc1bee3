"""The matches of a host: waiting, running and finished ones, and changes of their players."""
