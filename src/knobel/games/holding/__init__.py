"""What the rules of games share: dice held and thrown again, what a roll shows, how turns are rated, who begins."""
