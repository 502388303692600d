"""Python as browsers run it (Pyodide) beside this one: the same games, the same turns."""
