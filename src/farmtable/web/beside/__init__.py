"""Pages other than play: lists of tables, leaving one, the next game, score sheets, rules, replays."""
