import { describe, expect, it } from 'vitest';
import { bindings, DEFAULTS, Guard, GUARD_MS, INTENTS, meaning } from '../src/table/keys';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const means = (key: string, more = {}, letters = true) => meaning(press(key, more), DEFAULTS, letters);

describe('hot keys (B8)', () => {
  it('1 to 9 pick a chip', () => {
    expect(means('1')).toEqual({ does: 'chip', number: 1 });
    expect(means('9')).toEqual({ does: 'chip', number: 9 });
    expect(means('0')).toBeNull();
  });
  it('space repeats', () => expect(means(' ')).toEqual({ does: 'repeat' }));
  it('ctrl-z, cmd-z, delete and backspace undo', () => {
    for (const [key, more] of [
      ['z', { ctrlKey: true }],
      ['z', { metaKey: true }],
      ['Delete', {}],
      ['Backspace', {}],
    ] as const) {
      expect(means(key, more)).toEqual({ does: 'undo' });
    }
  });
  it('escape escapes', () => expect(means('Escape')).toEqual({ does: 'escape' }));
});

describe('letters for decisions', () => {
  it('are heard in either case', () => {
    expect(means('h')).toEqual({ does: 'hit' });
    expect(means('S')).toEqual({ does: 'stand' });
  });
  it('can be switched off; the keys of B8 stay', () => {
    expect(means('h', {}, false)).toBeNull();
    expect(means('?', {}, false)).toEqual({ does: 'help' });
    expect(means('1', {}, false)).toEqual({ does: 'chip', number: 1 });
  });
  it('belong to the browser with ctrl, cmd or alt', () => {
    expect(means('s', { ctrlKey: true })).toBeNull();
    expect(means('d', { altKey: true })).toBeNull();
  });
  it('can be changed', () => {
    const own = bindings({ key_hit: 'j' });
    expect(meaning(press('j'), own)).toEqual({ does: 'hit' });
    expect(meaning(press('h'), own)).toBeNull();
  });
  it('are all different', () => expect(new Set(INTENTS.map((intent) => DEFAULTS[intent])).size).toBe(INTENTS.length));
});

describe('a late key can never act on the next hand', () => {
  it('nothing is allowed for 250 ms after the offer changed', () => {
    const guard = new Guard();
    guard.see('1/4/hit,stand', 1000);
    expect(guard.allows('1/4/hit,stand', 1000 + GUARD_MS - 1)).toBe(false);
    expect(guard.allows('1/4/hit,stand', 1000 + GUARD_MS)).toBe(true);
  });
  it('the same offer told again does not start the wait anew', () => {
    const guard = new Guard();
    guard.see('a', 0);
    guard.see('a', 200);
    expect(guard.allows('a', 260)).toBe(true);
  });
  it('an answer to another offer is no answer', () => {
    const guard = new Guard();
    guard.see('a', 0);
    guard.see('b', 1000);
    expect(guard.allows('a', 5000)).toBe(false);
  });
});
