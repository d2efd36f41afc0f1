"""python -m rulesets list | show | schema | check | score | seats"""

import os
import sys

from rulesets.files.cli import main

if __name__ == "__main__":
    try:
        status = main()
    except BrokenPipeError:
        # The reader has gone (`| head`): keep the interpreter from writing on at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
