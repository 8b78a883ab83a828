"""WHO sits where and when: sans-IO machines for solo, seated and shared tables.

`port` is how a table and the house around it talk; `machine` puts one together of its parts and says which command
is taken when; `recovery` makes one, new or from what was stored. What kinds of table differ in: `ventuno.kinds`.

    ground     what all parts stand on     voice      what goes out       timer      the alarm, and pauses
    queues     one command at a time       errands    the bank, in order  seats      who sits where

    attendance who comes, goes and speaks  betting    bets, booked        seating    sitting down, getting up
    window     opens, closes, starts       live_round cards, questions    own_hands  what players hold
    payments   what decisions cost         decisions  and insurance       foresight  decisions in advance
    behind     bets behind                 settling   paid, or void       doubting   after a fault
    supervising what supervisors do

Each part is given those it needs, and none looks inside another. `config` is a table's own data (`config_file` reads
it, `config_meaning` says what is wrong with it), `stages` what a round goes through, `slip` what one player may do with
their bets, `placing` by which rules, `laid` what lies there, `pricing` the cashback, `parties` who holds alike,
`whispering` and `telling` what is told, `records` what is stored.
"""
