"""What reckons: from how matches ended to strengths, ratings and how sure they are; it knows no store and no league."""
