"""Tables of people over HTTP.

All addresses are below `/tables`; docs/play/tables-http.md tells what each answers. What is posted is JSON, and so
are its answers, refusals included: `{"code", "message", "hint"}`.
"""
