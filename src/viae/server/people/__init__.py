"""Who plays: accounts, sessions, limits."""
