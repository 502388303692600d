"""The server: tables in the browser, live or over days, with bots where seats are free.

The modules that know the game (`desk`, `view`, `choices`, `clock`, `plan`) do no input or output;
storage, the HTTP and live interfaces and the bots' processes stand around them.
"""
