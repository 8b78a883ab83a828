import { describe, expect, it } from 'vitest';
import { complete } from '../src/protocol/complete';
import type { Replay } from '../src/protocol/types';
import { days, net } from '../src/history/days';
import { Drawn } from '../src/round/drawn';
import { dealerOf, pairOf, playedInfo, scenes, steps } from '../src/round/steps';
import { values } from '../src/round/worth';

const dealt = (to: string, card: string | null, total: string) => ({ events: [{ type: 'CardDealt', to, card, total }] });
const chose = (action: string, line: string, events: object[] = [], mine = true) => ({
  events,
  chosen: { position: 1, line, action, mine },
});

/** 8 8 against 9: split, the first hand hits, both stand, the dealer turns a 10. */
const FRAMES = [
  { events: [{ type: 'RoundOpened', code: 'R', started_ms: 1 }, { type: 'SeatChanged', seat: 1, holder: { name: 'me', bets: [{ spot: '1/main', amount_minor: 100, currency: 'EUR' }, { spot: '1/21+3', amount_minor: 100, currency: 'EUR' }] } }, { type: 'BettingClosed' }] },
  dealt('1', '8s', '8'), dealt('dealer', '9c', '9'), dealt('1', '8d', '16'), dealt('dealer', null, '9'),
  chose('split', '1', [{ type: 'Decided', position: 1, line: '1', action: 'split' }, { type: 'LineSplit', line: '1', first: '1a', second: '1b' }]),
  dealt('1a', '3h', '11'), dealt('1b', 'Kc', '18'),
  chose('hit', '1a'), dealt('1a', 'Td', '21'),
  chose('stand', '1b', [{ type: 'HoleCardShown', card: 'Th', total: '19' }]),
  { events: [{ type: 'RoundEnded', staked_minor: 200, returned_minor: 200 }] },
]; // prettier-ignore
const replay = complete('Replay', {
  code: 'R', game: 'g', opened_ms: 1, state: 'settled', frames: FRAMES,
  info: { key: 't', name: 'T', game: 'g', game_name: 'G', kind: 'solo', positions: 3, positions_per_player: 3, stake_step_minor: 2, side_bets: [{ bet: '21+3' }, { bet: 'buster' }], chips: [] },
  result: { type: 'MyResult', table: 't', code: 'R', hands: [], staked_minor: 200 },
}) as unknown as Replay; // prettier-ignore

describe('a replayed round', () => {
  const found = steps(replay.frames);
  const all = scenes(replay);

  it('goes by bets, deal, decisions, their cards, the dealer and the result', () => {
    expect(found.map((step) => step.kind)).toEqual([
      'bets',
      'deal',
      'decision',
      'cards',
      'decision',
      'cards',
      'decision',
      'dealer',
      'result',
    ]);
  });
  it('shows a decision as the table was when it was made', () => {
    const split = found[2]!;
    expect(split.chosen?.action).toBe('split');
    expect(all[split.at]!.view.lines).not.toHaveProperty('1a');
    expect(all[found[3]!.at]!.view.lines['1a']!.cards).toEqual(['8s', '3h']);
  });
  it('says which hands got cards', () => {
    expect(found[3]!.to).toEqual(['1a', '1b']);
    expect(found[5]!.to).toEqual(['1a']);
  });
  it('turns the hole card only when it was turned', () => {
    expect(all[found[6]!.at]!.view.lines['dealer']!.cards).toEqual(['9c', '??']);
    expect(dealerOf(all[found[7]!.at]!)).toBe('19');
  });
  it('pays in the last step, and not before', () => {
    expect(all.at(-1)!.result?.staked_minor).toBe(200);
    expect(all.at(-2)!.result).toBeNull();
    expect(found.at(-1)!.at).toBe(all.length - 1);
  });
  it('knows a pair, tens alike', () => {
    expect(pairOf(all[found[2]!.at]!, '1')).toBe('8');
    expect(pairOf(all[found[6]!.at]!, '1b')).toBe('');
  });
  it('shows the side bets that were played', () => expect(playedInfo(replay).side_bets.map((side) => side.bet)).toEqual(['21+3']));
  it('of a round without decisions has no more steps than happened', () => {
    expect(steps([...replay.frames.slice(0, 5), replay.frames.at(-1)!]).map((step) => step.kind)).toEqual(['bets', 'deal', 'result']);
  });
});

describe('a replay in motion', () => {
  const found = steps(replay.frames);
  const all = scenes(replay);
  const kinds = (...way: number[]): string[][] => {
    const drawn = new Drawn();
    return way.map((step) => drawn.moves(step, all[found[step]!.at]!, replay.info, 'normal').map((move) => move.kind));
  };
  it('deals as the table dealt, one step forward', () => expect(kinds(0, 1)[1]).toEqual(['deal', 'deal', 'deal', 'deal']));
  it('moves nothing backwards, by a jump, or where it was opened', () => expect(kinds(1, 0, 3)).toEqual([[], [], []]));
  it('goes on after a decision, which shows the same table', () => {
    const [, , decision, cards] = kinds(0, 1, 2, 3);
    expect(decision).toEqual([]);
    expect(cards).toContain('part');
  });
  it('turns the hole card', () => expect(kinds(6, 7)[1]).toContain('flip'));
});

describe('what a choice was worth', () => {
  const choice = {
    frame: 1,
    position: 1,
    line: '1',
    total: '16',
    dealer: '9',
    action: 'free-split',
    values: { hit: -0.5, stand: -0.54, split: 0.2 },
  };
  it('stands best first, with what it costs', () => {
    expect(values(choice).map((each) => each.action)).toEqual(['split', 'hit', 'stand']);
    expect(values(choice)[1]!.cost).toBeCloseTo(0.7);
  });
  it('knows mine by the plain name of a free action', () => expect(values(choice).find((each) => each.mine)?.action).toBe('split'));
});

describe('history by day', () => {
  const round = (cursor: number, opened_ms: number, staked_minor: number, returned_minor: number) => ({
    cursor,
    code: String(cursor),
    table: 't',
    game: 'g',
    opened_ms,
    ended_ms: 0,
    state: 'settled',
    staked_minor,
    returned_minor,
    golden_staked_minor: 0,
    golden_returned_minor: 0,
    jackpot_minor: 0,
    golden: false,
    corrects: false,
    because: '',
  });
  const noon = new Date(2026, 2, 14, 12).getTime();
  it('has each day once, newest first, with what it came to', () => {
    const found = days([round(3, noon + 1, 100, 300), round(2, noon, 100, 0), round(1, noon - 86_400_000, 100, 100)]);
    expect(found.map((day) => [day.rounds.length, day.net_minor])).toEqual([
      [2, 100],
      [1, 0],
    ]);
    expect(net(found[0]!.rounds[0]!)).toBe(200);
  });
});
