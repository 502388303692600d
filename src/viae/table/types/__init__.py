"""The shapes of everything a table shows: views, decisions, choices, history, clocks.

Plain dictionaries, ready for JSON. `kind` says which member of a union it is. The server's
schema, and from it the client's types, are made of these.
"""
