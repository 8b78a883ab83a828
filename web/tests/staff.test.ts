import { describe, expect, it } from 'vitest';
import { homeOf } from '../src/app/router.svelte';
import { keeper, LIMITS, me, table } from '../src/fixtures/build';
import { Control } from '../src/table/control.svelte';

const INFO = {
  key: 'lucca',
  name: 'Lucca',
  game: 'classic',
  game_name: 'Classic',
  kind: 'shared',
  positions: 1,
  positions_per_player: 1,
  chips: [100],
  side_bets: [],
};
const BET = { bets: { bets: [{ spot: '1/main', amount_minor: 500 }], total_minor: 500 } };
const at = (role: string, mine = {}): Control =>
  new Control(table(INFO, { phase: 'betting', limits: LIMITS }, mine), { ...keeper(10_000), me: { ...me, role } });

describe('the people of the house', () => {
  it('watch a live table, where bets are open for players', () => {
    expect(['player', 'operator', 'supervisor'].map((role) => [at(role).watches, at(role).open])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ]);
  });
  it('still play the round in which they had money before', () => expect(at('operator', BET).watches).toBe(false));
  it('begin at the console if it is theirs', () =>
    expect(['supervisor', 'operator', 'player', ''].map(homeOf)).toEqual(['/supervisor', '/', '/', '/']));
});
