"""Where a store may be: a SQLite file, or a league's own schema in a PostgreSQL database."""
