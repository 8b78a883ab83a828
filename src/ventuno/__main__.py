"""`python -m ventuno` is the command `ventuno`."""

import sys

from ventuno.cli import main

sys.exit(main())
