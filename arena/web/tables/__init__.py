"""Game tables for people over HTTP.

All addresses are below `/tables`; docs/play/tables-http.md describes them. Posted bodies are JSON, and so are the
responses to them, including refusals: `{"code", "message", "hint"}`.
"""
