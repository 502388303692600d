"""One running process: its parts, start and stop, log and metrics."""
