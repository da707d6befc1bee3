"""Lists of students as schools' systems write them, read by the meaning of their columns."""
