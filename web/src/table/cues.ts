// Which sounds a change makes.
import type { Change } from '../protocol/table.svelte';
import type { TableInfo } from '../protocol/types';
import type { Sound } from '../sound/sounds';
import { boxes, decidable } from './boxes';

const askedLine = (scene: Change['after'], info: TableInfo): string => decidable(boxes(scene, info)).find((hand) => hand.asked)?.line ?? '';

export function cues({ before, after, event, jump }: Change, info: TableInfo): Sound[] {
  if (jump) return [];
  if (event?.type === 'CardDealt') return ['card'];
  if (event?.type === 'HoleCardShown') return ['flip'];
  if (after.result && after.result !== before.result) {
    const net = after.result.returned_minor - after.result.staked_minor;
    return net > 0 ? ['win'] : net === 0 ? ['push'] : [];
  }
  const line = askedLine(after, info);
  const turned = line && (line !== askedLine(before, info) || before.hands.turn !== after.hands.turn);
  return turned ? ['turn'] : [];
}
