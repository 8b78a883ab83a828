// The house leaves out what has its default value; here it is put back, so that no reader has to.
import { SHAPES } from './defaults';
import type { Message } from './types';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A value of this type, or a list or a dictionary of such values. */
function inside(name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((each) => inside(name, each));
  if (name.endsWith('{}')) return dictionary(name.slice(0, -2), value);
  return complete(name === '*' ? String(value['type']) : name, value);
}

const dictionary = (name: string, value: Fields): Fields =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(name, each)]));

export function complete(name: string, value: Fields): Fields {
  const shape = SHAPES[name];
  if (!shape) return value;
  const [fill, types] = shape;
  const out: Fields = { ...fill, ...value };
  for (const key in types) if (isObject(out[key])) out[key] = inside(types[key]!, out[key]);
  return out;
}

export function decode(text: string): Message {
  const raw = JSON.parse(text) as Fields;
  return complete(String(raw['type']), raw) as unknown as Message;
}
