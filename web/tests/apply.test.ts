import { describe, expect, it } from 'vitest';
import { apply, emptyView, type AnyEvent } from '../src/protocol/apply';
import { complete } from '../src/protocol/complete';

type Recording = { name: string; steps: { event: Record<string, unknown>; view: unknown }[]; last: unknown };

const recordings = Object.values(import.meta.glob<Recording>('./recordings/*.json', { eager: true, import: 'default' }));
const whole = (view: unknown) => complete('TableView', view as Record<string, unknown>);
const event = (raw: Record<string, unknown>) => complete(String(raw['type']), raw) as unknown as AnyEvent;

describe('the browser makes the same of the events as the house does', () => {
  it.each(recordings)('$name', ({ steps, last }) => {
    let view = emptyView();
    for (const [n, step] of steps.entries()) {
      view = apply(view, event(step.event));
      if (step.view) expect(view, `after event ${n}, ${String(step.event['type'])}`).toEqual(whole(step.view));
    }
    expect(view).toEqual(whole(last));
  });

  it('has a recording of every kind of event', () => {
    const seen = new Set(recordings.flatMap(({ steps }) => steps.map((step) => step.event['type'])));
    expect(seen.size).toBe(26);
  });

  it('leaves the view before it as it was', () => {
    const before = emptyView();
    const frozen = JSON.stringify(before);
    apply(before, event({ type: 'CardDealt', to: '1', card: '8h' }));
    expect(JSON.stringify(before)).toBe(frozen);
  });

  it('does not stumble over an event it does not know', () => {
    const view = emptyView();
    expect(apply(view, { type: 'Tomorrow' } as unknown as AnyEvent)).toBe(view);
  });
});
