"""Games from outside the arena, which authors write independently of this project: the interface for them, and the
wrapper that makes a full `Game` of an author's object.
"""
