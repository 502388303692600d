"""Reviews of games as jobs of the server, and the branches of study tables."""
