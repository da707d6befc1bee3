"""The sandbox: confines programs, and tests by probes that the confinement works."""
