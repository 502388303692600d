"""Alembic's scripts: the schema of the database, version by version."""
