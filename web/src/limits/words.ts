import { money } from '../i18n/money';
import { locale, t } from '../i18n/text.svelte';
import { hoursAndMinutes } from './limits';

export const timeText = (ms: number): string => t('left.hm', hoursAndMinutes(ms));
export const amountText = (kind: string, amount: number, currency: string): string =>
  kind === 'time' ? timeText(amount) : money(amount, currency);
export const dateText = (ms: number): string =>
  new Date(ms).toLocaleString(locale(), { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' });
export const clockText = (ms: number): string => new Date(ms).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
