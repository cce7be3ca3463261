"""`python -m farmtable`: the command line."""

import sys

from farmtable.cli import main

if __name__ == "__main__":
    sys.exit(main())
