"""The ladder over HTTP: sign-ins, submissions, and feeds of their news.

All addresses are below `/ladder`; docs/ladder/ladder-http.md describes them. A browser proves its sign-in by a cookie,
a command by a token in the header `Authorization: Bearer`. If a request is refused, the response is a page at the
address of a page, and otherwise JSON: `{"code", "message", "hint"}`.
"""
