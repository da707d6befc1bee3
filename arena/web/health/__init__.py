"""The HTTP endpoints with which operators check the server's health; they use a port other than the pages' port."""
