"""Tables of people over HTTP.

All addresses are below `/tables`; docs/play/tables-http.md describes them. Posted bodies are JSON, and so are
their answers, including refusals: `{"code", "message", "hint"}`.
"""
