// Deposits and withdrawals as a list: newest first, each once, whatever page it came with.
import type { CashMove } from '../protocol/types';

/** What was just told counts: a withdrawal that came back is told again as such. */
export function merged(known: readonly CashMove[], told: readonly CashMove[]): CashMove[] {
  const byCursor = new Map([...known, ...told].map((move) => [move.cursor, move]));
  return [...byCursor.values()].sort((a, b) => b.cursor - a.cursor);
}

const CAME_TO_NOTHING = ['refused', 'returning', 'returned'];

/** What it did to the balance: a deposit on its way nothing yet, a withdrawal has left it already. */
export const effect = (move: CashMove): number => {
  if (CAME_TO_NOTHING.includes(move.state)) return 0;
  if (move.kind === 'withdrawal') return -move.amount_minor;
  return move.state === 'pending' ? 0 : move.amount_minor;
};

/** Not over yet: worth another look. */
export const open = (move: CashMove): boolean => move.state === 'pending' || move.state === 'returning';
