"""Tests of submissions: packing, uploading, storing and queueing them."""
