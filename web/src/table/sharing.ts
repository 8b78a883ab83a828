// What has not changed stays the same object: whoever compares by identity, as the drawing does, sees only what is new.
type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `after`, with every part that is equal to its part of `before` taken from there. */
export function shared<T>(before: unknown, after: T): T {
  if (before === after) return after;
  if (Array.isArray(after) && Array.isArray(before)) return sharedList(before, after) as T;
  if (isPlain(after) && isPlain(before)) return sharedRecord(before, after) as T;
  return after;
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const parts = after.map((each, n) => shared(before[n], each));
  return parts.length === before.length && parts.every((each, n) => each === before[n]) ? before : parts;
}

function sharedRecord(before: Plain, after: Plain): Plain {
  const parts: Plain = {};
  let same = Object.keys(before).length === Object.keys(after).length;
  for (const key in after) {
    parts[key] = shared(before[key], after[key]);
    same &&= key in before && parts[key] === before[key];
  }
  return same ? before : parts;
}
