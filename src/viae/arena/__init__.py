"""Many games: simulating them, replaying and checking their records."""
