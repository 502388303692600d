"""Users: accounts, sessions, limits."""
