"""Tests of the `viae` command."""
