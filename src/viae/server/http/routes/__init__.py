"""The routes of HTTP and the live connection, one module for each group."""
