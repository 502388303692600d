"""Learning: self-play that produces what the learned bot loads."""
