"""What a ladder keeps: rows in a database, and archives as files named by their hash."""
