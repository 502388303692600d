"""The rules of the game, sentence by sentence."""
