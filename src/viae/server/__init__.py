"""The server: tables in the browser, live or over several days, with people and bots.

What a table shows and allows is in `viae.table`. Here are storage (`store`), what happens at tables
(`tables`), users (`people`), live connections (`live`), turns of bots (`bots`) and HTTP (`http`).
"""
