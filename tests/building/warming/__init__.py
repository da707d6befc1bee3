"""Tests of warm homes, the prepared home folders with which builds in sandboxes begin."""
