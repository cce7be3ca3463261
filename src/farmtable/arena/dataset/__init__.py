"""Games as data to learn from: what seats saw, might do and did, and what came of it, in Parquet files."""
