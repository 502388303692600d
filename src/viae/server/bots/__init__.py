"""Turns of bots: the queue and the worker processes."""
