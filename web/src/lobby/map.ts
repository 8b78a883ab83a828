// A table as a small drawing: where its places are, and who has them.
import { KINDS } from '../protocol/facts';
import type { GameShown, LobbyTable } from '../protocol/types';

export type Dot = { x: number; y: number; r: number; kind: 'free' | 'taken' | 'me' };

const MIDDLE = 54;

/** Seats on one arc, the first on the right: the dealer's left. */
export function seats(names: readonly string[], me: string): Dot[] {
  const last = Math.max(1, names.length - 1);
  return names.map((name, n) => {
    const angle = Math.PI * (0.08 + (0.84 * n) / last);
    const kind = !name ? 'free' : name === me ? 'me' : 'taken';
    return { x: MIDDLE + 40 * Math.cos(angle), y: 14 + 37 * Math.sin(angle), r: 4, kind };
  });
}

export function positions(count: number, r: number, drop = 4): Dot[] {
  const gap = count > 2 ? 24 : 32;
  return Array.from({ length: count }, (_, n) => {
    const off = n - (count - 1) / 2;
    return { x: MIDDLE + off * gap, y: 41 - Math.abs(off) * drop, r, kind: 'free' };
  });
}

export function dots(game: GameShown, table: LobbyTable | undefined, me: string): Dot[] {
  if (KINDS[game.kind].seats) {
    const names = table?.seated.length ? [...table.seated] : Array<string>(game.positions).fill('');
    return seats(names, me);
  }
  return positions(game.positions, KINDS[game.kind].alone ? 6 : 7);
}

/** Side bets around each hand, where there are many. */
export function sideDots(game: GameShown, around: Dot[]): Dot[] {
  if (KINDS[game.kind].seats || game.side_bets.length < 5) return [];
  return around.flatMap((dot) =>
    game.side_bets.slice(0, 6).map((_, n): Dot => {
      const side = n < 3 ? -1 : 1;
      const row = (n % 3) - 1;
      return { x: dot.x + side * (dot.r + 3.4 - Math.abs(row)), y: dot.y + row * 5, r: 1.3, kind: 'taken' };
    }),
  );
}
