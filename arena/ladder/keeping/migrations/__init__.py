"""Migrations between releases of the tables; Alembic runs the files in `versions`."""
