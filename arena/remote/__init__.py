"""Remotes: bots that run on their owners' machines and dial in over TLS; their arena end, and the connector's."""
