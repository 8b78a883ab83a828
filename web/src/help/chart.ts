// The strategy as three small tables. Rows that are played alike at an end of the table become one.
import type { Letters, PlainChart } from './page';

export const UP_CARDS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'A'] as const;

export type Row = { label: string; cells: string[]; totals: string[] };
export type Grid = { name: 'hard' | 'soft' | 'pairs'; rows: Row[] };

const cells = (row: Record<string, string>): string[] => UP_CARDS.map((up) => row[up] ?? '');
const same = (one: Row, other: Row): boolean => one.cells.join() === other.cells.join();

function rows(letters: Letters, order: (a: number, b: number) => number, label: (row: string) => string): Row[] {
  return Object.keys(letters)
    .sort((a, b) => order(points(a), points(b)))
    .map((row) => ({ label: label(row), cells: cells(letters[row]!), totals: [row] }));
}

/** An ace is the highest pair. */
const points = (row: string): number => (row === 'A' ? 11 : Number(row));

/** 20, 19, 18, 17 all stand: `17+`. 8, 7, 6, 5 all hit: `8−`. */
function merged(all: Row[]): Row[] {
  const top = alike(all);
  const rest = all.slice(top.length);
  const bottom = alike([...rest].reverse());
  const middle = rest.slice(0, rest.length - bottom.length);
  return [...joined(top, `${top.at(-1)?.totals[0]}+`), ...middle, ...joined(bottom, `${bottom.at(-1)?.totals[0]}−`)];
}

function alike(all: Row[]): Row[] {
  const end = all.findIndex((row) => !same(row, all[0]!));
  return end < 0 ? all : all.slice(0, end);
}

function joined(group: Row[], label: string): Row[] {
  if (group.length < 2) return group;
  return [{ label, cells: group[0]!.cells, totals: group.flatMap((row) => row.totals) }];
}

const downward = (a: number, b: number): number => b - a;

export function grids(chart: Pick<PlainChart, 'hard' | 'soft' | 'pairs'>): Grid[] {
  const soft = (row: string): string => `A, ${Number(row) - 11}`;
  const pair = (row: string): string => (row === '10' ? '10s' : `${row}, ${row}`);
  return [
    { name: 'hard', rows: merged(rows(chart.hard, downward, (row) => row)) },
    { name: 'soft', rows: rows(chart.soft, downward, soft) },
    { name: 'pairs', rows: rows(chart.pairs, downward, pair) },
  ];
}

/** What a letter is drawn as: its first; what it falls back to is written small. */
export type Letter = { main: string; rest: string };
export function letter(cell: string): Letter {
  const [main = '', ...rest] = cell;
  return { main, rest: rest.join('') };
}

/** All that occur, for the key. */
export const letters = (all: Grid[]): string[] =>
  [...new Set(all.flatMap((grid) => grid.rows.flatMap((row) => row.cells)))].filter(Boolean).sort();

/** Where a hand stands in the chart: `4/14` is soft 14; two equal cards are a pair. */
export type Where = { grid: Grid['name']; row: string; up: string };
export function where(total: string, dealer: string, pair = ''): Where {
  const soft = total.includes('/');
  const best = total.split('/').at(-1)!;
  const up = dealer.includes('/') ? 'A' : dealer;
  if (pair) return { grid: 'pairs', row: pair, up };
  return { grid: soft ? 'soft' : 'hard', row: best, up };
}
