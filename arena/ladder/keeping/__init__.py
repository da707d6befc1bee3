"""The stored data of a ladder: rows in a database, and archives as files named by their hash."""
