"""Tables, at which people play, over HTTP.

All addresses are below `/tables`; docs/play/tables-http.md describes them. Posted bodies are JSON, and so are the
responses to them. If a request is refused, the JSON is `{"code", "message", "hint"}`.
"""
