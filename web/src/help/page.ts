// What the house says of a game: the page of its rules, its exact odds, its strategy as letters.
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'items'; items: { text: string; term: string }[] }
  | { type: 'table'; header: string[]; rows: string[][]; right: number[] };
export type Section = { heading: string; blocks: Block[] };
export type HelpPage = { language: string; title: string; introduction: string; sections: Section[] };

export type Figure = { ev: number; stake: number; rtp_initial: number; rtp_stake: number };
export type SideBetOdds = { rtp: number; outcomes: Record<string, { pays: string; p: number }> };
export type Odds = {
  notation: string;
  digest: string;
  main: { composition: Figure; total: Figure };
  side_bets: Record<string, SideBetOdds>;
};

/** By total or pair, then by up card: `H`, `Ds` (double, else stand). */
export type Letters = Record<string, Record<string, string>>;
export type PlainChart = {
  hard: Letters;
  soft: Letters;
  pairs: Letters;
  natural_17?: Letters;
  free?: { hard: Letters; soft: Letters; pairs: Letters };
};

/** For an anchor in the page. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
