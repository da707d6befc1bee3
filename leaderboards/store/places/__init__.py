"""The places a store can be kept in: an SQLite file, or a schema in a PostgreSQL database."""
