"""The tests of this project, except the tests of its browser code."""
