"""Programs below guards: started, measured, limited, stopped and ended."""
