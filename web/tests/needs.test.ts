import { describe, expect, it } from 'vitest';
import { byNeed, need, turnTo, type Need } from '../src/app/needs';
import { scenes } from '../src/fixtures/scenes';

const of = (name: string): Need => {
  const { table } = scenes[name]!();
  return need(table.scene, table.info!);
};

describe('a table needs me', () => {
  it('when a hand of mine is asked', () => expect(of('infinite').kind).toBe('answer'));
  it('when insurance is offered and not answered', () => expect(of('allbets').kind).toBe('answer'));
  it('and has no deadline where it is played without a clock', () => expect(of('allbets').at_ms).toBe(Number.POSITIVE_INFINITY));
  it('not while results are shown', () => expect(of('infinite-results').kind).toBe('none'));
  it('not when my bets are placed', () => expect(of('infinite-betting').kind).toBe('none'));

  it('when bets are open and mine of the last round are not placed again', () => {
    const { table } = scenes['infinite-betting']!();
    table.bets = { ...table.bets, bets: [], repeat_minor: 1000 };
    expect(need(table.scene, table.info!).kind).toBe('bets');
  });

  it('not while it is paused', () => {
    const { table } = scenes['infinite']!();
    table.view = { ...table.view, pause: { reason: 'a fault', fault: true } as never };
    expect(need(table.scene, table.info!).kind).toBe('none');
  });
});

describe('the order of the tables', () => {
  const needs: Record<string, Need> = {
    a: { kind: 'none', at_ms: Number.POSITIVE_INFINITY },
    b: { kind: 'answer', at_ms: 9000 },
    c: { kind: 'bets', at_ms: 1000 },
    d: { kind: 'answer', at_ms: 4000 },
    e: { kind: 'none', at_ms: Number.POSITIVE_INFINITY },
  };
  const needOf = (each: string): Need => needs[each]!;

  it('has the least time first, then bets, then the others as they were opened', () =>
    expect(byNeed(['e', 'a', 'b', 'c', 'd'], needOf)).toEqual(['d', 'b', 'c', 'e', 'a']));

  it('forward goes to the one that needs me most', () => expect(turnTo(['a', 'b', 'c', 'd'], 'a', 1, needOf)).toBe('d'));
  it('forward goes to the next where none does, and round', () => {
    expect(turnTo(['a', 'c', 'e'], 'a', 1, needOf)).toBe('c');
    expect(turnTo(['a', 'c', 'e'], 'e', 1, needOf)).toBe('a');
  });
  it('backward is always the one before', () => expect(turnTo(['a', 'b', 'd'], 'a', -1, needOf)).toBe('d'));
});
