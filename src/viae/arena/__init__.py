"""Many games: simulating them, matches between bots, ratings and reports, replaying records."""
