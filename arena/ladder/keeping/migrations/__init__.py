"""How the tables of one release become those of the next; Alembic runs what lies in `versions`."""
