"""Tests of the part of the arena that authors use, in Windows's Python under Wine."""
