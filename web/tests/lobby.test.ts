import { describe, expect, it } from 'vitest';
import { door, fits, found, groups, leastOf, NO_FILTER } from '../src/lobby/filter';
import { dots, seats, sideDots } from '../src/lobby/map';
import type { GameShown, LobbyTable } from '../src/protocol/types';

const limits = (least: number, most: number, level = '') => ({ main_least_minor: least, main_most_minor: most, side_least_minor: 100, side_most_minor: 5000, level });
const table = (more: Partial<LobbyTable>): LobbyTable => ({
  key: 'lucca', name: 'Lucca', game: 'classic', kind: 'seated', language: 'it', limits: [limits(100, 500_000)], players: 0, seats: 7, seats_free: 1,
  phase: 'betting', betting_ms: 15_000, open: true, multi: true, jackpot_minor: 0, seated: [], ...more,
}); // prettier-ignore
const game = (more: Partial<GameShown>): GameShown => ({ game: 'classic', name: 'Classic Free Bet', kind: 'seated', positions: 7, decks: 8, rule: 'Free doubles.', side_bets: [], rtp: '98.26', per: 'initial-bet', note: '', ...more });

const TABLES = [
  table({ key: 'argento', name: 'Argento', game: 'all', kind: 'solo', seats: 0, limits: [limits(100, 20_000, 'bronze'), limits(500, 100_000, 'silver')] }),
  table({}),
  table({ key: 'pisa', name: 'Pisa', seats_free: 0, language: 'en', limits: [limits(1000, 500_000)] }),
  table({ key: 'aperto', name: 'Aperto', game: 'infinite', kind: 'shared', seats: 0 }),
];
const GAMES = [game({}), game({ game: 'infinite', name: 'Infinite', kind: 'shared', rule: 'One hand shared by everyone.' }), game({ game: 'all', name: 'All Bets', kind: 'solo', rule: 'Six side bets.' })];
const say = (each: GameShown): string => `${each.name} ${each.rule}`;
const names = (filter: object): string[] => groups(TABLES, GAMES, { ...NO_FILTER, ...filter }, say).flatMap((group) => group.tables.map((each) => each.name));

describe('the lobby', () => {
  it('shows every table, seated first, then shared, then solo', () => expect(names({})).toEqual(['Lucca', 'Pisa', 'Aperto', 'Argento']));
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
    expect(found('citta', 'Città')).toBe(true);
  });
  it('keeps the tables of a game that is not presented', () => {
    expect(groups([table({ game: 'new', name: 'Nuovo' })], GAMES, NO_FILTER, say).map((group) => group.game.name)).toEqual(['new']);
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
  it('leads back where my place is kept, even to a table that closes', () => expect(door(table({ open: false }), { ...here, kept: true })).toBe('return'));
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
