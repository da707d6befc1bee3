"""What Linux offers to confine a program: filters of its calls and of the files it opens, groups that limit it."""
