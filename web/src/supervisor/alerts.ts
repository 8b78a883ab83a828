// The alerts as the console lists them: what lasts first, then what is over or merely happened, newest first. Pure.
import type { AlertNow } from '../protocol/types';

export const SHOWN = 8;

export const isOn = (alert: AlertNow): boolean => alert.lasts && !alert.ended_ms;

/** What lasts is never left out, however much has happened since. */
export function listed(alerts: readonly AlertNow[], most = SHOWN): AlertNow[] {
  const newest = [...alerts].reverse();
  const on = newest.filter(isOn);
  return [...on, ...newest.filter((alert) => !isOn(alert)).slice(0, Math.max(most - on.length, 0))];
}
