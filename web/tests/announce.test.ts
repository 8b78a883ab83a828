import { beforeAll, describe, expect, it } from 'vitest';
import en from '../src/i18n/words/base.en';
import { useWords } from '../src/i18n/text.svelte';
import { complete } from '../src/protocol/complete';
import type { AnyEvent } from '../src/protocol/apply';
import { TableState, type Change } from '../src/protocol/table.svelte';
import type { MyHands, MyResult, Snapshot } from '../src/protocol/types';
import { announce, query } from '../src/table/announce';
import { cues } from '../src/table/cues';

beforeAll(() => useWords('en', en));

const INFO = {
  key: 't',
  name: 'T',
  game: 'g',
  game_name: 'G',
  kind: 'seated',
  positions: 7,
  positions_per_player: 2,
  stake_step_minor: 100,
  side_bets: [],
  chips: [100],
};
const NOW = 1_000_000;

/** A table with one of my hands, 12 against a 10; what happens to it, and what is said of it. */
function table() {
  const state = new TableState('t');
  const view = { phase: 'dealing', lines: { 4: { cards: ['7h', '5c'], total: '12' }, dealer: { cards: ['Kd', '??'], total: '10' } } };
  state.show(complete('Snapshot', { type: 'Snapshot', table: 't', epoch: '', n: 0, now_ms: NOW, info: INFO, view, bets: { type: 'MyBets', table: 't', seats: [4] } }) as unknown as Snapshot); // prettier-ignore
  const changes: Change[] = [];
  state.watch((change) => changes.push(change));
  let n = 0;
  return {
    state,
    listener: { info: state.info!, currency: 'EUR', now_ms: NOW },
    happen: (event: object) =>
      state.happen((n += 1), complete((event as AnyEvent).type, event as Record<string, unknown>) as unknown as AnyEvent),
    mine: (message: object) =>
      state.mine(complete((message as MyHands).type, message as Record<string, unknown>) as unknown as MyHands | MyResult),
    said: () => announce(changes.at(-1)!, { info: state.info!, currency: 'EUR', now_ms: NOW }),
    cue: () => cues(changes.at(-1)!, state.info!),
  };
}
const ASKED = { type: 'Asked', turn: 3, position: 4, line: '4', deadline: { at_ms: NOW + 14_000, lasts_ms: 15_000, at_zero: 'stands' } };
const HANDS = {
  type: 'MyHands',
  table: 't',
  turn: 3,
  hands: [{ position: 4, line: '4', size: 2, total: '12', status: '', at_zero: 'stand', options: [{ action: 'hit' }] }],
};

describe('my turn', () => {
  it('is said in one line: hand, up card, time, and what happens at zero', () => {
    const at = table();
    at.happen(ASKED);
    at.mine(HANDS);
    expect(at.said().assertive).toBe('Your turn, Seat 4: 12 against 10, 14 seconds, stands at zero.');
    expect(at.cue()).toEqual(['turn']);
  });

  it('is said once', () => {
    const at = table();
    at.happen(ASKED);
    at.mine(HANDS);
    at.happen({ type: 'CrowdChanged', players: 3, bettors: 2 });
    expect(at.said().assertive).toBe('');
    expect(at.cue()).toEqual([]);
  });

  it("is not said when it is another's", () => {
    const at = table();
    at.happen({ ...ASKED, position: 2, line: '2' });
    at.mine(HANDS);
    expect(at.said().assertive).toBe('');
  });
});

describe('the polite log', () => {
  it('names cards and totals, and a bust', () => {
    const at = table();
    at.happen({ type: 'CardDealt', to: '4', card: 'Qs', total: '22' });
    expect(at.said().polite).toEqual(['Seat 4: Queen of spades. 22, bust']);
    expect(at.cue()).toEqual(['card']);
  });

  it('says nothing of a card face down', () => {
    const at = table();
    at.happen({ type: 'CardDealt', to: 'dealer', card: null, total: '10' });
    expect(at.said().polite).toEqual([]);
  });

  it('says what was paid and why', () => {
    const at = table();
    at.happen({ type: 'HoleCardShown', card: '9d', total: '19' });
    at.mine({
      type: 'MyResult',
      table: 't',
      code: 'c',
      staked_minor: 1000,
      returned_minor: 2000,
      hands: [{ position: 4, line: '4', total: 20, outcome: 'win', reason: 'higher', stake_minor: 1000, returned_minor: 2000 }],
    });
    expect(at.said().polite).toEqual(['Seat 4 wins 20 to 19: +€10.00']);
    expect(at.cue()).toEqual(['win']);
  });
});

it('query keys answer: my hand, the up card, the time, the money', () => {
  const at = table();
  at.happen(ASKED);
  at.mine(HANDS);
  const ask = (what: 'myhand' | 'upcard' | 'time' | 'money') => query(what, at.state.scene, at.listener, 128_450);
  expect(ask('myhand')).toBe('Seat 4: 7 of hearts, 5 of clubs. 12');
  expect(ask('upcard')).toBe('Dealer shows 10');
  expect(ask('time')).toBe('14 seconds, stands at zero.');
  expect(ask('money')).toBe('Bet €0.00, balance €1,284.50.');
});
