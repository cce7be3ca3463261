"""Many games at once: simulations, tournaments, reports, evaluations, and benchmarks.

- `play.py`: one game between bots, and runs of such games
- `simulate.py`: runs spread over cores (`pool.py`, `workers.py`) or a Ray cluster (`cluster.py`)
- `results.py`: their results, as a table and as statistics
- `intervals.py`: confidence intervals
- `tournament.py`, `ratings.py`, `standings.py`: bots against each other
- `report.py`: what players do
- `evaluation.py`: one player on fixed deals
- `bench.py`: the engine's speed on one core
"""
