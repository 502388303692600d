"""Tests of the conformance kit: it passes the engine, and finds every fault planted in it."""
