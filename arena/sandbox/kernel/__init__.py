"""The means of Linux to confine a program: seccomp, Landlock and cgroups."""
