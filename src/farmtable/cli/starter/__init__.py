"""What `farmtable new-game` begins with: a small whole game, which is copied under another name."""
