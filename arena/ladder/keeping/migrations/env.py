"""Run by Alembic: takes the steps on the connection it is given, in the transaction that is under way there."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True, render_as_batch=True)
context.run_migrations()
