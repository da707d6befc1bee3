"""All bots of a host over its life: started, watched, started again, withdrawn."""
