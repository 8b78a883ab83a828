// Chip arithmetic: what a stack looks like is decided by the amount, never by the clicks that made it.
const UNIT = 100;
export const VALUES = [500_000, 100_000, 50_000, 10_000, 5_000, 2_500, 1_000, 500, 200, 100, 50, 25, 10, 5, 1];
const MOST_DRAWN = 8;

/** The chips of a stack, largest first, as few as possible. */
export function stack(amount_minor: number, values: readonly number[] = VALUES): number[] {
  const chips: number[] = [];
  let rest = amount_minor;
  for (const value of values) {
    while (rest >= value) {
      chips.push(value);
      rest -= value;
    }
  }
  return chips;
}

/** Of a high stack only the top is drawn: the amount stands beside it anyway. */
export const drawn = (amount_minor: number): number[] => stack(amount_minor).slice(-MOST_DRAWN);

/** The colour of a chip; between two of the house's colours, that of the lower one. */
export function colour(value_minor: number): string {
  const known: [number, string][] = [
    [5000, 'k5k'],
    [1000, 'k1k'],
    [500, 'k500'],
    [100, 'k100'],
    [50, 'k50'],
    [25, 'k25'],
    [10, 'k10'],
    [5, 'k5'],
  ];
  return known.find(([units]) => value_minor >= units * UNIT)?.[1] ?? 'k1';
}

/** What a click with this chip would add: never above the most (B2). */
export function added(on_minor: number, chip_minor: number, most_minor: number): number {
  return Math.max(0, Math.min(chip_minor, most_minor - on_minor));
}

/** A typed amount as the table takes it: whole steps, down, never more than there is. */
export const stepped = (minor: number, step_minor: number, wallet_minor: number): number => {
  const most = Math.min(minor, wallet_minor);
  return most > 0 ? Math.floor(most / (step_minor || 1)) * (step_minor || 1) : 0;
};

/** The chip to start with: the smallest that is a valid main bet and can be paid. */
export function firstChip(chips: readonly number[], least_minor: number, wallet_minor: number): number {
  const payable = chips.filter((chip) => chip <= wallet_minor);
  return payable.find((chip) => chip >= least_minor) ?? payable.at(-1) ?? chips[0] ?? UNIT;
}

/** Golden chips that make up the chosen value: `{ "500": 1 }`. */
export const goldenWorth = (golden: Record<string, number>): number =>
  Object.entries(golden).reduce((sum, [value, count]) => sum + Number(value) * count, 0);
