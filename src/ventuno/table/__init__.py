"""WHO sits where and when: tables without a socket, a clock, a database or a random source of their own."""
