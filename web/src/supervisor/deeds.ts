// The audit log's own words, taken apart: what an act was on, and its details as a person reads them. Pure.
export type Subject = { kind: 'table' | 'player' | 'round' | 'other'; name: string };

/** `table infinite`, `player 12`, `round 1M7H`; anything else stands as it is. */
export function subjectOf(text: string): Subject {
  const [, kind, name] = /^(table|player|round) (\S+)$/.exec(text) ?? [];
  return kind && name ? { kind: kind as Subject['kind'], name } : { kind: 'other', name: text };
}

export const linkOf = ({ kind, name }: Subject): string =>
  ({ table: '', player: `/supervisor/players?player=${name}`, round: `/round/${name}`, other: '' })[kind];

/** What a void would give back: money by currency, then golden chips. */
export const sumsOf = ({ stakes, golden }: Staked, money: (minor: number, currency: string) => string, chips: string): string[] => [
  ...Object.entries(stakes)
    .filter(([, minor]) => minor)
    .map(([currency, minor]) => money(minor, currency)),
  ...Object.entries(golden).map(([currency, minor]) => `${money(minor, currency)} ${chips}`),
];
type Staked = { stakes: Record<string, number>; golden: Record<string, number> };

export type Detail = { name: string; value: string };
export type Spoken = { money: (minor: number) => string; date: (ms: number) => string; time: (ms: number) => string };
type Details = Record<string, string | number | boolean>;

/** Amounts as money, moments as dates; a limit on time is told in hours, and 0 as a moment is none. */
export function detailsOf(details: Details, spoken: Spoken): Detail[] {
  return Object.entries(details)
    .filter(([name, value]) => value !== '' && !(name.endsWith('until_ms') && !value))
    .map(([name, value]) =>
      name.startsWith('limits')
        ? { name: 'limits', value: limitsIn(String(value), spoken) }
        : { name, value: typeof value === 'number' ? told(name, value, details, spoken) : String(value) },
    );
}

/** A level and its four amounts, as the log keeps them: `["gold",100,5000,100,500]`. */
function limitsIn(text: string, { money }: Spoken): string {
  const [level, ...amounts] = JSON.parse(text) as [string, ...number[]];
  const [least, most, sideLeast, sideMost] = amounts.map(money);
  return `${level} ${least}–${most}, ${sideLeast}–${sideMost}`.trim();
}

function told(name: string, value: number, { kind }: Details, spoken: Spoken): string {
  if (name.endsWith('until_ms')) return spoken.date(value);
  if (name === 'held_ms') return spoken.time(value);
  if (name === 'amount') return kind === 'time' ? spoken.time(value) : spoken.money(value);
  return name.endsWith('_minor') ? spoken.money(value) : String(value);
}
