"""Programs below their guards, as processes of this machine."""
