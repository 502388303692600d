"""Tests of viae.data and of the errors it raises."""
