"""Tests of viae.arena."""
