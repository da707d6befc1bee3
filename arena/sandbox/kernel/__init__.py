"""What Linux offers to confine a program: seccomp, Landlock and cgroups."""
