"""What holds in every match of Het Verraad beside its rules."""
