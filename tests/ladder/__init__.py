"""A ladder: who may what, what is kept, what becomes of a submission."""
