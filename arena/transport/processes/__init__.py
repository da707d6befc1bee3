"""Programs below guards: how they are started, measured, limited, stopped and ended."""
