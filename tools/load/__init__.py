"""Players without a screen: a load on a server that is measured, and proof of what it promises meanwhile.

`python -m tools.load` (`make load`) lets many browsers play and says how long a decision takes to the other
pages. `python -m tools.load.kills` breaks things while they play, and checks afterwards what all of them
have seen. What is promised, and what came of both, stands in `docs/reliability.md`.
"""
