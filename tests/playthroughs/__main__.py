"""`python -m tests.playthroughs`: records the playthroughs anew."""

from tests.playthroughs.record import main

if __name__ == "__main__":
    main()
