"""Parts that rules of games share: dice held and thrown again, patterns of a roll, rating of turns, who begins."""
