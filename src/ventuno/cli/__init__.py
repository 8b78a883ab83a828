"""The command line."""


def main() -> int:
    raise SystemExit("not yet")
