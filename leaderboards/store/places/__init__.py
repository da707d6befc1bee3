"""The places of a store: an SQLite file, or a schema in a PostgreSQL database."""
