"""Many games at once: simulations, their statistics, and how fast the engine is.

- `play.py`: one game between bots, and runs of them
- `simulate.py`: runs shared out over the processor's cores
- `results.py`: what came of them, as a table and in numbers
- `intervals.py`: how far chance may have moved that
- `bench.py`: the engine's speed on one core
"""
