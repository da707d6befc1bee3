"""The ladder over HTTP: sign-in, submissions and their news.

All addresses are below `/ladder`; docs/ladder/ladder-http.md tells what each answers. A browser shows a cookie, a
command a token in `Authorization: Bearer`. Refusals are JSON where no page was asked for:
`{"code", "message", "hint"}`.
"""
