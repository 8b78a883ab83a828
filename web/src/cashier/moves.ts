// Deposits and withdrawals as a list: newest first, each once, whatever page it came with.
import type { CashMove } from '../protocol/types';

/** What was just told counts: a withdrawal that came back is told again as such. */
export function merged(known: readonly CashMove[], told: readonly CashMove[]): CashMove[] {
  const byCursor = new Map([...known, ...told].map((move) => [move.cursor, move]));
  return [...byCursor.values()].sort((a, b) => b.cursor - a.cursor);
}

/** What it did to the balance. */
export const effect = (move: CashMove): number => {
  if (move.state === 'returned') return 0;
  return move.kind === 'deposit' ? move.amount_minor : -move.amount_minor;
};
