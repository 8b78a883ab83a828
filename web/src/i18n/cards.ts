// Cards by name: `8h` is the 8 of hearts, and a screen reader says so.
import { t, type Key } from './text.svelte';

const FACES = 'AJQK';

/** The house writes a ten as `T`. */
export const rankOf = (card: string): string => card.slice(0, -1).replace('T', '10');
export const suitOf = (card: string): string => card.slice(-1);

export function cardName(card: string): string {
  if (card === '??') return t('card.down');
  const rank = rankOf(card);
  const named = FACES.includes(rank) ? t(`rank.${rank}` as Key) : rank;
  return t('card.of', { rank: named, suit: t(`suit.${suitOf(card)}` as Key) });
}
