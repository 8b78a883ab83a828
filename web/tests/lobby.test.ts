import { describe, expect, it } from 'vitest';
import { door, fits, groups, lead, leastOf, NO_FILTER } from '../src/lobby/filter';
import { distance, named, told } from '../src/lobby/search';
import { dots, seats, sideDots } from '../src/lobby/map';
import type { GameShown, LobbyTable } from '../src/protocol/types';

const limits = (least: number, most: number, level = '') => ({
  main_least_minor: least,
  main_most_minor: most,
  side_least_minor: 100,
  side_most_minor: 5000,
  level,
});
const table = (more: Partial<LobbyTable>): LobbyTable => ({
  key: 'lucca', name: 'Lucca', game: 'classic', kind: 'seated', language: 'it', limits: [limits(100, 500_000)], players: 0, seats: 7, seats_free: 1,
  phase: 'betting', betting_ms: 15_000, open: true, multi: true, jackpot_minor: 0, seated: [], ...more,
}); // prettier-ignore
const game = (more: Partial<GameShown>): GameShown => ({
  game: 'classic',
  name: 'Classic Free Bet',
  kind: 'seated',
  positions: 7,
  decks: 8,
  rule: 'Free doubles.',
  side_bets: [],
  rtp: '98.26',
  claimed: false,
  per: 'initial-bet',
  note: '',
  ...more,
});

const TABLES = [
  table({
    key: 'argento',
    name: 'Argento',
    game: 'all',
    kind: 'solo',
    seats: 0,
    limits: [limits(100, 20_000, 'bronze'), limits(500, 100_000, 'silver')],
  }),
  table({}),
  table({ key: 'pisa', name: 'Pisa', seats_free: 0, language: 'en', limits: [limits(1000, 500_000)] }),
  table({ key: 'aperto', name: 'Aperto', game: 'infinite', kind: 'shared', seats: 0 }),
];
const GAMES = [
  game({}),
  game({ game: 'infinite', name: 'Infinite', kind: 'shared', rule: 'One hand shared by everyone.' }),
  game({ game: 'all', name: 'All Bets', kind: 'solo', rule: 'Six side bets.' }),
];
const say = (each: GameShown): string => `${each.name} ${each.rule}`;
const names = (filter: object): string[] =>
  groups(TABLES, GAMES, { ...NO_FILTER, ...filter }, say).flatMap((group) => group.tables.map((each) => each.name));

describe('the lobby', () => {
  it('shows every table, seated first, then shared, then solo', () => expect(names({})).toEqual(['Lucca', 'Pisa', 'Aperto', 'Argento']));
  it('calls its returns exact only while none that is shown is a claim', () => {
    const games = GAMES.map((each) => ({ ...each, claimed: each.game === 'infinite' }));
    const said = (filter: object): string => lead(groups(TABLES, games, { ...NO_FILTER, ...filter }, say));
    expect(said({})).toBe('lobby.lead.claimed');
    expect(said({ kind: 'seated' })).toBe('lobby.lead');
  });
  it('shows one kind', () => expect(names({ kind: 'shared' })).toEqual(['Aperto']));
  it('shows the languages that are chosen; none chosen is all', () => expect(names({ languages: ['en'] })).toEqual(['Pisa']));
  it('shows tables whose smallest bet is small enough, the smallest of its levels', () => {
    expect(leastOf(TABLES[0]!)).toBe(100);
    expect(names({ least_minor: 500 })).toEqual(['Lucca', 'Aperto', 'Argento']);
  });
  it('a table without seats always has room', () => {
    expect(names({ freeSeat: true })).toEqual(['Lucca', 'Aperto', 'Argento']);
    expect(fits(TABLES[2]!, { ...NO_FILTER, freeSeat: true })).toBe(false);
  });
  it('is searched by table, game and rule, every word, whatever the accents', () => {
    expect(names({ search: 'pis' })).toEqual(['Pisa']);
    expect(names({ search: 'shared everyone' })).toEqual(['Aperto']);
    expect(names({ search: 'shared nobody' })).toEqual([]);
    expect(told('citta', 'Città')).toBe(true);
  });
  it('is found by the name of its game, however it is typed', () => {
    for (const search of ['Classic Free Bet', 'classic', 'FREE BET', 'freebet', 'free-bet', 'clasic', 'bet free', ' Clàssic '])
      expect(names({ search })).toEqual(['Lucca', 'Pisa']);
    for (const search of ['infinite', 'infinit', 'infnite', 'ifninite', 'INF']) expect(names({ search })).toEqual(['Aperto']);
  });
  it('shows what is called so before what is said to be so', () => {
    const wordy = [...GAMES.slice(0, 2), game({ game: 'all', name: 'All Bets', kind: 'solo', rule: 'Not infinite at all.' })];
    const search = (text: string): string[] =>
      groups(TABLES, wordy, { ...NO_FILTER, search: text }, say).flatMap((group) => group.tables.map((each) => each.name));
    expect(search('infinite')).toEqual(['Aperto']);
    expect(search('not at')).toEqual(['Argento']);
  });
  it('finds nothing for nonsense', () => {
    for (const search of ['xyzzy', 'qqq', 'blackbird', '!!!x', 'zzzz zzzz']) expect(names({ search })).toEqual([]);
    for (const search of ['', '   ', '?!']) expect(names({ search })).toHaveLength(4);
  });
  it('searches within what the filter leaves', () => expect(names({ search: 'free bet', freeSeat: true })).toEqual(['Lucca']));
  it('keeps the tables of a game that is not presented', () => {
    expect(groups([table({ game: 'new', name: 'Nuovo' })], GAMES, NO_FILTER, say).map((group) => group.game.name)).toEqual(['new']);
  });
});

describe('a slip of the finger', () => {
  it('is a letter too many, too few, another, or two swapped', () =>
    expect(['infinte', 'infinnite', 'inxinite', 'infiinte', 'infinite'].map((typed) => distance(typed, 'infinite'))).toEqual([
      1, 1, 1, 1, 0,
    ]));
  it('is not forgiven in a short word', () => {
    expect(named('bat', 'All Bets')).toBe(false);
    expect(named('bet', 'All Bets')).toBe(true);
  });
});

describe('the door of a table', () => {
  const here = { joined: false, kept: false, others: 0, signedIn: true };
  it('opens, adds, or lets one bet behind', () => {
    expect(door(table({}), here)).toBe('open');
    expect(door(table({}), { ...here, others: 1 })).toBe('add');
    expect(door(table({ multi: false }), { ...here, others: 1 })).toBe('open');
    expect(door(table({ seats_free: 0 }), here)).toBe('behind');
  });
  it('leads back where my place is kept, even to a table that closes', () =>
    expect(door(table({ open: false }), { ...here, kept: true })).toBe('return'));
  it('is shut, or plays the demo', () => {
    expect(door(table({ open: false }), here)).toBe('closed');
    expect(door(table({}), { ...here, signedIn: false })).toBe('play');
  });
});

describe('the drawing of a table', () => {
  it('has seat 1 on the right and mine in brass', () => {
    const drawn = seats(['Anna', '', 'me'], 'me');
    expect(drawn.map((dot) => dot.kind)).toEqual(['taken', 'free', 'me']);
    expect(drawn[0]!.x).toBeGreaterThan(drawn[2]!.x);
  });
  it('has as many places as the game, whoever sits there', () => expect(dots(game({}), undefined, '')).toHaveLength(7));
  it('shows side bets where there are many', () => {
    const many = game({ kind: 'solo', positions: 3, side_bets: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(sideDots(many, dots(many, undefined, ''))).toHaveLength(18);
    expect(sideDots(game({ kind: 'solo', side_bets: ['a'] }), [])).toEqual([]);
  });
});
