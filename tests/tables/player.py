"""A process that plays at a table until somebody kills it: `player.py URL TABLE SEED`.

Each command's id is written out only after `submit` has returned: those must never be lost.
"""

from __future__ import annotations

import random
import sys

from farmtable.tables import Tables
from tests.tables.helpers import step


def main() -> None:
    url, table_id, seed = sys.argv[1:]
    choose = random.Random(seed)
    table = Tables(url).open(table_id)
    print("ready", flush=True)
    while not table.over:
        done = step(table, choose)
        if done is not None:
            print(done.id, flush=True)
    print("over", flush=True)


if __name__ == "__main__":
    main()
