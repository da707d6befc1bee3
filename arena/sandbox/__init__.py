"""The sandbox: confines programs, and proves by probes that it does."""
