"""Tests of viae.bots."""
