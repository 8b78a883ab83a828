// Which tables are shown, by game. Pure: tables and a filter in, groups out.
import { KINDS } from '../protocol/facts';
import type { GameShown, LobbyTable } from '../protocol/types';
import { named, told } from './search';

export type Filter = { kind: string; languages: string[]; least_minor: number; freeSeat: boolean; search: string };
export type Group = { game: GameShown; tables: LobbyTable[] };

export const NO_FILTER: Filter = { kind: '', languages: [], least_minor: 0, freeSeat: false, search: '' };

const ORDER = Object.keys(KINDS);

export const leastOf = (table: LobbyTable): number => Math.min(...table.limits.map((each) => each.main_least_minor));
export const mostOf = (table: LobbyTable): number => Math.max(...table.limits.map((each) => each.main_most_minor));

/** No language chosen is every language; a table without seats always has room. */
export function fits(table: LobbyTable, filter: Filter): boolean {
  if (filter.kind && table.kind !== filter.kind) return false;
  if (filter.languages.length && !filter.languages.includes(table.language)) return false;
  if (filter.least_minor && leastOf(table) > filter.least_minor) return false;
  return !(filter.freeSeat && table.seats && !table.seats_free);
}

/** Who types a name wants what is called so; only where nothing is, what is said of the games is looked through. */
function searched(search: string, all: Found[], say: (game: GameShown) => string): Found[] {
  if (!search.trim()) return all;
  const byName = all.filter(({ table, game }) => named(search, `${table.name} ${game.name}`));
  return byName.length ? byName : all.filter(({ table, game }) => told(search, `${table.name} ${say(game)}`));
}
type Found = { table: LobbyTable; game: GameShown };

/** By game, those where one sits together first; a game that is not presented still has its tables. */
export function groups(tables: LobbyTable[], games: GameShown[], filter: Filter, say: (game: GameShown) => string): Group[] {
  const known = new Map(games.map((game) => [game.game, game]));
  const all = tables.map((table) => ({ table, game: known.get(table.game) ?? bare(table) }));
  const byGame = new Map<string, Group>();
  for (const { table, game } of searched(filter.search, all, say).filter((each) => fits(each.table, filter))) {
    const group = byGame.get(table.game) ?? { game, tables: [] };
    byGame.set(table.game, { game, tables: [...group.tables, table] });
  }
  const order = (group: Group): number => ORDER.indexOf(group.game.kind);
  return [...byGame.values()].sort((a, b) => order(a) - order(b));
}

const bare = (table: LobbyTable): GameShown => ({
  game: table.game, name: table.game, kind: table.kind, positions: table.seats || 1, decks: 0, rule: '', side_bets: [], rtp: '', claimed: false, per: '', note: '',
}); // prettier-ignore

/** What is said of the returns below: that all of them are exact only where none is a claim. */
export const lead = (shown: Group[]): 'lobby.lead' | 'lobby.lead.claimed' =>
  shown.some(({ game }) => game.claimed) ? 'lobby.lead.claimed' : 'lobby.lead';

/** What the button of a table does. */
export type Door = 'closed' | 'return' | 'behind' | 'add' | 'open' | 'play';
export function door(table: LobbyTable, here: { joined: boolean; kept: boolean; others: number; signedIn: boolean }): Door {
  if (here.joined || here.kept) return 'return';
  if (!table.open) return 'closed';
  if (!here.signedIn) return 'play';
  if (table.seats && !table.seats_free) return 'behind';
  return here.others && table.multi ? 'add' : 'open';
}
