"""The endpoints at which operators check the server's health, on a separate port."""
