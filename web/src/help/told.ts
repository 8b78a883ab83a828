import { api } from '../protocol/api';
import { Known } from './known.svelte';
import type { HelpPage, Odds, PlainChart } from './page';

export const rules = new Known<HelpPage>((game, language) => api.rules(game!, language!));
export const odds = new Known<Odds>((game) => api.odds(game!));
export const charts = new Known<PlainChart>((game) => api.chart(game!));
