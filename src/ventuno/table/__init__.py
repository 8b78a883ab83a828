"""WHO sits where and when: sans-IO machines for solo, seated and shared tables.

`port` is how a table and the house around it talk; `recovery` makes a table, new or from what was stored.
A table is one class in layers, each a file, the later ones knowing the earlier:

    speaking   what goes out             playing    cards, questions, clocks
    asking     the bank, in order        insuring   insurance
    core       commands one by one, time deciding   decisions, and what they cost
    betting    bets and their booking    foresight  decisions in advance
    window     opens, closes, starts     settling   paid, or void
                                         doubting   after a fault: what is stored counts
                                         supervising, machine: acts and commands

`solo`, `seated` and `shared` fill in what differs. `config` is a table's own data, `slip` one player's
bets, `seats` and `chat` what their names say, `pricing` the cashback, `parties` who holds alike, `alike` who
decides alike, `whispering` and `telling` what players and everybody are told, `records` what is stored of a table.
"""
