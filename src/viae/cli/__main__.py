"""`python -m viae.cli` is `viae`."""

from viae.cli import main

if __name__ == "__main__":
    main()
