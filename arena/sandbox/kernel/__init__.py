"""The features of Linux that confine programs: seccomp, Landlock and cgroups."""
