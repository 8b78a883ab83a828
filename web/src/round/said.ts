// What happens in each step, in a sentence.
import { t } from '../i18n/text.svelte';
import type { Scene } from '../protocol/table.svelte';
import type { Chosen, Replay } from '../protocol/types';
import { actionName, best, place, spaced } from '../table/words';
import { dealerOf, type Step } from './steps';

export const captions = (replay: Replay, steps: readonly Step[], scenes: readonly Scene[]): string[] =>
  steps.map((step) => caption(replay, step, scenes[step.at]!));

function caption(replay: Replay, step: Step, scene: Scene): string {
  const dealer = spaced(dealerOf(scene));
  switch (step.kind) {
    case 'bets':
      return t('step.bets');
    case 'deal':
      return t('step.deal', { dealer });
    case 'cards':
      return t('step.cards', { places: step.to.map((line) => placeOf(replay, line)).join(', ') });
    case 'dealer':
      return t('step.dealer', { dealer: best(dealerOf(scene)) });
    case 'decision':
      return decision(replay, step.chosen!, scene);
    case 'result':
      return replay.state === 'void' ? t('step.void') : replay.state === 'open' ? t('step.open') : t('step.result');
  }
}

const placeOf = (replay: Replay, line: string): string =>
  line === 'dealer' ? t('place.dealer') : place(replay.info, Number.parseInt(line, 10), line);

function decision(replay: Replay, chosen: Chosen, scene: Scene): string {
  const total = scene.hands.hands.find((hand) => hand.line === chosen.line)?.total ?? scene.view.lines[chosen.line]?.total ?? '';
  const has = t('step.has', { place: placeOf(replay, chosen.line), total: spaced(total) });
  const action = actionName(chosen.action).toLowerCase();
  const name = scene.view.seats[chosen.position]?.name;
  const other = name ? t('step.named', { name, action }) : t('step.other', { action });
  const did = chosen.by_time ? t('step.bytime', { action }) : chosen.mine ? t('step.you', { action }) : other;
  return `${has} ${did}`;
}
