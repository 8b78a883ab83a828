"""The shell around the tables: sockets, clocks, sessions, the lobby, the supervisor's acts, metrics.

It decides nothing about the game. What comes in is handed to a table or to the bank; what they say
is carried out, in order.
"""
