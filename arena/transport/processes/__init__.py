"""Programs below guards: started, counted, held to limits, stopped and ended with all they have started."""
