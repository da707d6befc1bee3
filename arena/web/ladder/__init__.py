"""The ladder over HTTP: sign-in, submissions and a feed of news about them.

All addresses are below `/ladder`; docs/ladder/ladder-http.md describes them. A browser sends a cookie, a command sends
a token in `Authorization: Bearer`. A refusal is JSON, `{"code", "message", "hint"}`, unless the request was for a page.
"""
