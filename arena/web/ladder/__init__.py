"""The ladder over HTTP: sign-in, submissions and their news.

All addresses are below `/ladder`; docs/ladder/ladder-http.md describes them. A browser sends a cookie, a
command a token in `Authorization: Bearer`. Refusals are JSON unless a page was asked for:
`{"code", "message", "hint"}`.
"""
