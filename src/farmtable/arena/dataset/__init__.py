"""Games as training data in Parquet files: what seats saw, their legal actions, their choices, and the
outcomes.
"""
