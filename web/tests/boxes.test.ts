import { describe, expect, it } from 'vitest';
import { complete } from '../src/protocol/complete';
import type { Scene } from '../src/protocol/table.svelte';
import type { Choice, TableInfo } from '../src/protocol/types';
import { boxes, decidable, limitsOf } from '../src/table/boxes';
import { light } from '../src/table/light';
import { percents, shares } from '../src/table/shares';

const info = (kind: string, positions: number): TableInfo =>
  complete('TableInfo', { key: 't', name: 'T', game: 'g', game_name: 'G', kind, positions, positions_per_player: 2, stake_step_minor: 100, side_bets: [{ bet: '21+3' }], chips: [100] }) as unknown as TableInfo; // prettier-ignore
const line = (cards: string, total: string, more = {}) => ({ cards: cards.split(' '), total, ...more });
const bet = (spot: string, amount_minor: number) => ({ spot, amount_minor });
const paid = (position: number, stake_minor: number, returned_minor: number) => ({
  position,
  line: String(position),
  total: 20,
  outcome: 'win',
  reason: 'higher',
  stake_minor,
  returned_minor,
});

function scene(view: object, mine: { bets?: object; hands?: object; result?: object } = {}): Scene {
  const own = (type: string, value: object) => complete(type, { type, table: 't', ...value });
  return {
    view: complete('TableView', view as Record<string, unknown>),
    bets: own('MyBets', mine.bets ?? {}),
    hands: own('MyHands', { turn: 0, ...mine.hands }),
    result: mine.result ? own('MyResult', { code: 'c', hands: [], ...mine.result }) : null,
  } as unknown as Scene;
}
const hand = (at: string, size: number, more = {}) => ({
  position: Number.parseInt(at, 10),
  line: at,
  size,
  total: '10',
  status: '',
  ...more,
});
const options = [{ action: 'hit' }, { action: 'stand' }];

describe('hands', () => {
  it('on a shared position, mine are the first so many cards of the line (T3)', () => {
    const drawn = scene({ lines: { 1: line('8h 3d 9c', '20') } }, { hands: { hands: [hand('1', 2, { total: '11' })] } });
    const [mine] = boxes(drawn, info('shared', 1))[0]!.hands;
    expect(mine!.cards).toEqual(['8h', '3d']);
    expect(mine!.total).toBe('11');
  });

  it('a line that was split has given its cards away', () => {
    const split = scene({ lines: { 1: line('8h 8d', '16'), '1a': line('8h 3c', '11'), '1b': line('8d Tc', '18') } });
    expect(boxes(split, info('solo', 1))[0]!.hands.map((each) => each.line)).toEqual(['1a', '1b']);
  });

  it('who split at a shared table holds the split lines, whatever became of the common one', () => {
    const lines = { 1: line('8h 8d 5c', '21'), '1a': line('8h 3c', '11'), '1b': line('8d Tc', '18') };
    const split = scene({ lines }, { hands: { hands: [hand('1a', 2), hand('1b', 2)] } });
    expect(boxes(split, info('shared', 1))[0]!.hands.map((each) => each.line)).toEqual(['1a', '1b']);
  });

  it('is asked when the question is for its line', () => {
    const asked = scene(
      { phase: 'decisions', lines: { 1: line('8h 8d', '16'), 2: line('9h 2d', '11') }, question: { turn: 3, position: 2, line: '2' } },
      { hands: { turn: 3, hands: [hand('1', 2, { options }), hand('2', 2, { options })] } },
    );
    expect(decidable(boxes(asked, info('seated', 7))).map((each) => [each.line, each.asked])).toEqual([
      ['2', true],
      ['1', false],
    ]);
  });

  it('at a shared table everybody is asked at once, in the same turn', () => {
    const view = { phase: 'decisions', lines: { 1: line('8h 8d', '16') }, question: { turn: 3 } };
    const now = scene(view, { hands: { turn: 3, hands: [hand('1', 2, { options })] } });
    const late = scene(view, { hands: { turn: 2, hands: [hand('1', 2, { options })] } });
    expect(boxes(now, info('shared', 1))[0]!.hands[0]!.asked).toBe(true);
    expect(boxes(late, info('shared', 1))[0]!.hands[0]!.asked).toBe(false);
  });

  it('behind another player is never mine to decide (H2)', () => {
    const behind = scene({ lines: { 1: line('8h 8d', '16') } }, { hands: { hands: [hand('1', 2, { behind: true, options })] } });
    expect(decidable(boxes(behind, info('seated', 7)))).toEqual([]);
  });
});

describe('spots', () => {
  it('show my bet, golden chips apart', () => {
    const [box] = boxes(scene({}, { bets: { bets: [{ spot: '1/main', amount_minor: 500, golden: { 1000: 2 } }] } }), info('shared', 1));
    expect(box!.main).toMatchObject({ amount_minor: 500, golden_minor: 2000 });
  });

  it('grow with doubles and splits, free chips apart', () => {
    const grown = scene(
      { lines: { '1a': line('8h 3c', '11'), '1b': line('8d Tc', '18') } },
      { bets: { bets: [bet('1/main', 500)] }, hands: { hands: [hand('1a', 2, { stake_minor: 500 }), hand('1b', 2, { free_minor: 500 })] } },
    );
    expect(boxes(grown, info('solo', 1))[0]!.main).toMatchObject({ amount_minor: 500, free_minor: 500 });
  });

  it("show what was won above the stake, for all of a position's hands together", () => {
    const result = {
      hands: [paid(1, 1000, 2000), paid(1, 1000, 0)],
      side_bets: [{ position: 1, bet: '21+3', outcome: 'flush', stake_minor: 500, returned_minor: 3000 }],
    };
    const at = (phase: string) =>
      boxes(scene({ phase }, { bets: { bets: [bet('1/main', 2000), bet('1/21+3', 500)] }, result }), info('shared', 1))[0]!;
    expect(at('results').main.won_minor).toBe(0);
    expect(at('results').sides[0]!.won_minor).toBe(2500);
    expect(at('betting').main.won_minor).toBeNull(); // these are the next round's bets
    expect(at('betting').sides[0]!.won_minor).toBeNull();
  });

  it("show another player's bet at their seat", () => {
    const seats = { 2: { name: 'Giulia', bets: [{ spot: '2/main', amount_minor: 700, currency: 'GBP' }] } };
    expect(boxes(scene({ seats }), info('seated', 7))[1]).toMatchObject({ mine: false, main: { amount_minor: 700, currency: 'GBP' } });
  });

  it('have the limits of the level that was chosen (B4)', () => {
    const limits = [1, 5].map((n) => ({
      main_least_minor: n * 100,
      main_most_minor: n * 10_000,
      side_least_minor: 100,
      side_most_minor: 1000,
      level: `L${n}`,
    }));
    expect(limitsOf(scene({ limits }, { bets: { limits_level: 'L5' } })).main_least_minor).toBe(500);
    expect(limitsOf(scene({ limits })).main_least_minor).toBe(100);
  });
});

describe("others' shares (D7)", () => {
  it('are whole percents that add up to a hundred', () => {
    expect(percents({ hit: 1, stand: 1, double: 1 })).toEqual({ hit: 34, stand: 33, double: 33 });
    expect(percents({ hit: 544, stand: 574, double: 30, split: 1872 })).toEqual({ hit: 18, stand: 19, double: 1, split: 62 });
  });
  it('are those of exactly my situation', () => {
    const choices: Choice[] = [
      { position: 1, line: '1', size: 2, hands: 1, golden: false, chosen: { hit: 1 } },
      { position: 1, line: '1', size: 3, hands: 1, golden: false, chosen: { stand: 1 } },
    ];
    expect(shares(choices, hand('1', 3, { golden_minor: 0, stake_minor: 100 }) as never)).toEqual({ stand: 100 });
    expect(shares(choices, hand('1', 4, { golden_minor: 0, stake_minor: 100 }) as never)).toBeNull();
  });
  it('are nothing before anybody has chosen', () => expect(percents({ hit: 0 })).toBeNull());
});

describe('the traffic light (B1)', () => {
  it('is green, yellow when it nearly ends, red when closed', () => {
    expect(light('betting', 10_000, 4000)).toBe('open');
    expect(light('betting', 4000, 4000)).toBe('soon');
    expect(light('closed', 0, 4000)).toBe('shut');
    expect(light('decisions', 9000, 4000)).toBe('shut');
  });
});
