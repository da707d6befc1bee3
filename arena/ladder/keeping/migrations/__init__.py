"""Migrations, which change the tables from one release to the next; Alembic runs the files in `versions`."""
