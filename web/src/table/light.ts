import type { Phase } from '../protocol/apply';

export type Light = 'open' | 'soon' | 'shut';

/** Which lamp is lit (B1). A solo table waits: it is open until it deals. */
export function light(phase: Phase, left_ms: number, warning_ms: number): Light {
  if (phase === 'waiting') return 'open';
  if (phase !== 'betting') return 'shut';
  return left_ms <= warning_ms ? 'soon' : 'open';
}
