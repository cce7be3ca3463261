"""Games as training data in Parquet files: what each seat saw, could do and did, and the outcome."""
