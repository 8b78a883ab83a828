// What is printed on the cloth and beside the spots: it comes with the table, from the game's own rules.
import { t } from '../i18n/text.svelte';
import type { TableInfo } from '../protocol/types';

/** `3:2` as it is said. */
export function price(text: string): string {
  const [win = '', stake = ''] = text.split(':');
  return t('price.to', { win, stake });
}

export function motto(info: TableInfo): string {
  const charlie = info.rules.charlie ? [t('motto.charlie', { n: info.rules.charlie })] : [];
  const soft = info.rules.soft_17 ? [t(info.rules.soft_17 === 'hits' ? 'motto.hits' : 'motto.stands')] : [];
  return [...charlie, ...soft].join(' · ');
}

/** Lowest and highest price of a side bet: `5 – 100`. */
export function range(info: TableInfo, bet: string): string {
  const pays = Object.values(info.side_bets.find((each) => each.bet === bet)?.pays ?? {});
  const wins = pays.map((each) => Number(each.replace('x', '').split(':')[0])).filter((win) => win > 0);
  if (!wins.length) return '';
  const [low, high] = [Math.min(...wins), Math.max(...wins)];
  return low === high ? `${low}` : `${low} – ${high}`;
}
