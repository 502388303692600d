"""Alembic's scripts: the form of the database, version by version."""
