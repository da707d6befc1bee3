"""The script that Alembic runs: it migrates on the given connection, in that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True, render_as_batch=True)
context.run_migrations()
