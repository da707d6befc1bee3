"""The sandbox: confines programs, and proves it by probes."""
