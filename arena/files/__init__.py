"""What people write: bots' manifests and files, read key by key, with complaints that name the file."""
