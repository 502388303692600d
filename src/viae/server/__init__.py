"""The server: tables in the browser, live or over days, with bots where seats are free.

What a table shows and allows is in `viae.table`. Here are storage (`store`), what happens at tables
(`tables`), users (`people`), live connections (`live`), turns of bots (`bots`) and HTTP (`http`).
"""
