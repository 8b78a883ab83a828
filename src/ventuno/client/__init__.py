"""The house from a program: for bots, tests, and whoever would rather write code than click.

    async with Client("http://127.0.0.1:2121") as house:
        await house.demo()
        table = await house.join("infinite-1")

`Client` is one person's connection, `Table` a table they are at, `Client.desk` what is asked over HTTP. docs/client.md
has the whole story; `bots` has players who play by themselves.
"""

from ventuno.actions import Action
from ventuno.client.client import Client
from ventuno.client.desk import Desk
from ventuno.client.heard import FellBehind, Heard
from ventuno.client.table import TableHandle, Turn
from ventuno.refusal import RefusalRaised

__all__ = ["Action", "Client", "Desk", "FellBehind", "Heard", "RefusalRaised", "TableHandle", "Turn"]
