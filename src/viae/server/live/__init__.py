"""Live connections, and news between processes."""
