"""The template of `farmtable new-game`: a small complete game, which is copied under a new name."""
