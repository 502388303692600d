"""The rules of the game and nothing else: no files, no randomness, no third-party imports."""
