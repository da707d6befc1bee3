"""Commands for operators of servers, courses and ladders."""
