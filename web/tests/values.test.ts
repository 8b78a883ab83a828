import { beforeAll, describe, expect, it } from 'vitest';
import en from '../src/i18n/words/base.en';
import { useWords } from '../src/i18n/text.svelte';
import { stepped } from '../src/table/chips';
import { worths, written } from '../src/table/values';
import { verdictLine } from '../src/table/words';

beforeAll(() => useWords('en', en));
const values = { hit: -0.54, stand: -0.5414, double: -1.08, split: 0.12 };

describe('what each choice is worth', () => {
  it('is listed best first, with what a lesser one costs', () => {
    const [best, hit] = worths(values, ['hit', 'split', 'stand']);
    expect(best).toMatchObject({ action: 'split', best: true, cost: 0 });
    expect(hit).toMatchObject({ action: 'hit', best: false });
    expect(hit!.cost).toBeCloseTo(0.66);
  });
  it('is told only of what can be chosen', () =>
    expect(worths(values, ['stand', 'hit']).map((each) => each.action)).toEqual(['hit', 'stand']));
  it('of a free action is what the odds call by its plain name', () =>
    expect(worths(values, ['free-split'])[0]).toMatchObject({ action: 'free-split', value: 0.12 }));
  it('is written with its sign and three digits', () =>
    expect([written(0.12), written(-0.5), written(0.2, false)]).toEqual(['+0.120', '−0.500', '0.200']));
});

describe('after the decision', () => {
  const actions = ['hit', 'split', 'stand'];
  it('the best is said to be best', () => expect(verdictLine({ action: 'split', actions, values })).toBe('Split was best: +0.120.'));
  it('another is told what it cost', () =>
    expect(verdictLine({ action: 'hit', actions, values })).toBe('Hit: −0.540. Split was worth 0.660 more.'));
  it('an action without a value is not judged', () => expect(verdictLine({ action: 'cashback', actions, values })).toBe(''));
});

describe('a typed amount', () => {
  it('is taken down to whole steps', () => expect(stepped(1099, 100, 10_000)).toBe(1000));
  it('is never more than there is', () => expect(stepped(50_000, 100, 12_345)).toBe(12_300));
  it('of nothing is nothing', () => expect(stepped(50, 100, 10_000)).toBe(0));
});
