// For the ear: one polite log of what happens, one assertive line for "your turn".
import { cardName } from '../i18n/cards';
import { money } from '../i18n/money';
import { t, type Key } from '../i18n/text.svelte';
import { DEALER } from '../protocol/apply';
import type { Change, Scene } from '../protocol/table.svelte';
import type { TableInfo } from '../protocol/types';
import { boxes, decidable, type HandModel } from './boxes';
import { worths, written } from './values';
import { actionName, best, didName, place, resultLines, spaced, zeroOf } from './words';

export type Said = { polite: string[]; assertive: string };
export type Listener = { info: TableInfo; currency: string; now_ms: number };

const dealerTotal = (scene: Scene): string => scene.view.lines[DEALER]?.total ?? '';
const secondsTo = (at_ms: number, now_ms: number): number => Math.max(0, Math.round((at_ms - now_ms) / 1000));

export function announce(change: Change, listener: Listener): Said {
  return { polite: happened(change, listener), assertive: turn(change, listener) };
}

/** "Your turn, seat 4: 12 against 10, 14 seconds, stands at zero". */
function turn({ before, after }: Change, listener: Listener): string {
  const asked = first(after, listener.info);
  if (!asked) return insurance(before, after);
  const was = first(before, listener.info);
  const same = was && was.line === asked.line && before.hands.turn === after.hands.turn && was.total === asked.total;
  return same ? '' : turnLine(after, asked, listener);
}

const first = (scene: Scene, info: TableInfo): HandModel | undefined => decidable(boxes(scene, info)).find((hand) => hand.asked);

export function turnLine(scene: Scene, hand: HandModel, { info, currency, now_ms }: Listener): string {
  const { deadline } = scene.view;
  const seconds = deadline ? t('say.seconds', { n: secondsTo(deadline.at_ms, now_ms) }) : '';
  const zero = deadline ? `${zeroOf(hand.mine?.at_zero ?? '', deadline.at_zero)}.` : '';
  const offer = hand.mine?.offer_minor;
  const said = t('say.turn', {
    place: place(info, hand.position, hand.line),
    total: spaced(hand.total),
    dealer: spaced(dealerTotal(scene)),
    seconds,
    zero,
  }).replace(/,\s*$/, '.'); // without a clock nothing comes after the comma
  return [said, offer ? t('say.offer', { amount: money(offer, currency) }) : ''].filter(Boolean).join(' ');
}

const uninsured = (scene: Scene): number =>
  scene.view.phase === 'insurance' ? scene.hands.hands.filter((hand) => hand.insurance_minor !== null && hand.insured === null).length : 0;

function insurance(before: Scene, after: Scene): string {
  const n = uninsured(after);
  return n && !uninsured(before) ? t('say.insurance', { n }) : '';
}

function happened({ before, after, event }: Change, listener: Listener): string[] {
  const { info, currency } = listener;
  if (after.result && after.result !== before.result) {
    const lines = resultLines(info, after.result, dealerTotal(after), currency);
    return lines.map(({ text, amount }) => `${text}: ${amount}`);
  }
  switch (event?.type) {
    case 'RoundOpened':
      return [opened(event.deadline?.at_ms, listener.now_ms)];
    case 'BettingClosed':
      return [t('say.closed')];
    case 'CardDealt':
      return event.card ? [dealt(event.to, event.card, event.total, info)] : [];
    case 'Decided':
      return [t('say.did', { place: place(info, event.position, event.line), did: didName(event.action) })];
    case 'HoleCardShown':
      return [t('say.hole', { card: cardName(event.card), total: spaced(event.total) })];
    case 'RoundVoided':
      return [t('table.void', { reason: event.reason })];
    default:
      return [];
  }
}

const opened = (at_ms: number | undefined, now_ms: number): string =>
  at_ms ? t('say.open.time', { n: secondsTo(at_ms, now_ms) }) : t('say.open');

function dealt(to: string, card: string, total: string, info: TableInfo): string {
  const params = {
    card: cardName(card),
    total: Number(best(total)) > 21 ? `${best(total)}, ${t('say.bust')}` : spaced(total),
  };
  if (to === DEALER) return t('say.dealer', params);
  return t('say.dealt', { ...params, place: place(info, Number.parseInt(to, 10), to) });
}

/** "Hit −0.540, stand −0.541 of the bet": for whoever asked. */
export function sayValues(at: { values: Record<string, number> | null; active: HandModel | null }): string {
  const actions = at.active?.mine?.options.filter((each) => !each.why_not).map((each) => each.action) ?? [];
  const each = worths(at.values ?? {}, actions).map(({ action, value }) => `${actionName(action)} ${written(value)}`);
  return t('values.say', { list: each.join(', ') });
}

/** Answers to the query keys: my hand, the up card, the time, the money. */
export function query(what: 'myhand' | 'upcard' | 'time' | 'money', scene: Scene, listener: Listener, balance_minor: number): string {
  const { info, currency, now_ms } = listener;
  if (what === 'money') {
    return t('say.money', { bet: money(scene.bets.total_minor, currency), balance: money(balance_minor, currency) });
  }
  if (what === 'upcard') return t('hand.dealer', { total: spaced(dealerTotal(scene)) || '–' });
  if (what === 'time') {
    const { deadline } = scene.view;
    if (!deadline) return t('say.notime');
    return t('say.time', { n: secondsTo(deadline.at_ms, now_ms), zero: t(`zero.${deadline.at_zero}` as Key) });
  }
  const mine = boxes(scene, info)
    .flatMap((box) => box.hands)
    .filter((hand) => hand.mine);
  if (!mine.length) return t('say.nohand');
  return mine
    .map((hand) => `${place(info, hand.position, hand.line)}: ${hand.cards.map(cardName).join(', ')}. ${spaced(hand.total)}`)
    .join('. ');
}
