"""Many games at once: simulations, their statistics, and how fast the engine is.

- `play.py`: one game between bots, and runs of them
- `simulate.py`: runs distributed over the cores of the CPU
- `results.py`: their results, as a table and in numbers
- `intervals.py`: confidence intervals of these results
- `bench.py`: the engine's speed on one core
"""
