"""The places where a store can be kept: an SQLite file, or a schema in a PostgreSQL database."""
