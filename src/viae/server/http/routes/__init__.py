"""The HTTP and live interfaces, a module for each group of routes."""
