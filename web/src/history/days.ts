// Rounds by the day they were opened, with what each day came to.
import type { PlayedRound } from '../protocol/types';

export type Day = { day: string; rounds: PlayedRound[]; net_minor: number };

/** What a round brought: winnings less stakes. Golden chips are nobody's money until they win. */
export const net = (round: PlayedRound): number => round.returned_minor - round.staked_minor;

/** The same day for the reader: by their own clock. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

export function days(rounds: readonly PlayedRound[]): Day[] {
  const found: Day[] = [];
  for (const round of rounds) {
    const day = dayOf(round.opened_ms);
    const last = found.at(-1);
    if (last?.day === day) last.rounds.push(round);
    else found.push({ day, rounds: [round], net_minor: 0 });
    found.at(-1)!.net_minor += net(round);
  }
  return found;
}
