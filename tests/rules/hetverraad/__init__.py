"""The rules of Het Verraad, one file a part of the rule book; positions stand on the shipped board."""
