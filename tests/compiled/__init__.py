"""The compiled and the interpreted engine play the same games."""
