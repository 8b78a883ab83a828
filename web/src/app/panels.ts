// Pages that are fetched when somebody goes there. A page gets the route's parameters as its properties.
import type { Component } from 'svelte';
import { withPages } from '../i18n/text.svelte';

type Page = () => Promise<{ default: Component<Record<string, string>> }>;
const page = (load: () => Promise<{ default: unknown }>): Page => load as Page;
/** A page with words of its own. */
const told = (load: () => Promise<{ default: unknown }>): Page => page(async () => (await Promise.all([load(), withPages()]))[0]);

export const panels: Record<string, Page> = {
  lobby: page(() => import('../lobby/Lobby.svelte')),
  signin: told(() => import('../account/SignIn.svelte')),
  account: told(() => import('../account/Account.svelte')),
  history: told(() => import('../history/History.svelte')),
  round: told(() => import('../round/Round.svelte')),
  help: told(() => import('../help/Help.svelte')),
  settings: told(() => import('../settings/Settings.svelte')),
  cashier: told(() => import('../cashier/Cashier.svelte')),
  limits: told(() => import('../limits/Limits.svelte')),
  supervisor: told(() => import('../supervisor/Supervisor.svelte')),
  ...(import.meta.env.DEV || import.meta.env['VITE_FIXTURES'] ? { fixture: page(() => import('../fixtures/Fixture.svelte')) } : {}),
};
