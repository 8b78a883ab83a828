// Where we are, by path. No hash, no library: the house answers every path with the same page.
export type Route = { name: string; params: Record<string, string> };

const PATTERNS: [string, RegExp, string[]][] = [
  ['lobby', /^\/$/, []],
  ['table', /^\/table\/([^/]+)$/, ['key']],
  ['history', /^\/history$/, []],
  ['round', /^\/round\/([^/]+)$/, ['code']],
  ['help', /^\/help\/([^/]+)$/, ['game']],
  ['settings', /^\/settings$/, []],
  ['cashier', /^\/cashier$/, []],
  ['limits', /^\/limits$/, []],
  ['supervisor', /^\/supervisor(?:\/.*)?$/, []],
  ['signin', /^\/sign-in$/, []],
  ['account', /^\/account$/, []],
  ['fixture', /^\/fixture\/([^/]+)$/, ['name']],
];

export function match(path: string): Route {
  for (const [name, pattern, keys] of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return { name, params: Object.fromEntries(keys.map((key, n) => [key, decodeURIComponent(found[n + 1]!)])) };
  }
  return { name: 'nowhere', params: {} };
}

const here = $state({ path: typeof location === 'undefined' ? '/' : location.pathname });

export const path = (): string => here.path;
export const route = (): Route => match(here.path);

/** Where one's day begins: for a supervisor at the console, for everybody else among the tables. */
export const homeOf = (role: string): string => (role === 'supervisor' ? '/supervisor' : '/');

export function go(to: string, replace = false): void {
  if (to === here.path) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  here.path = new URL(to, location.href).pathname;
}

/** Links stay links: opened in another tab, copied, read aloud as such. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = link.getAttribute('href')!;
  if (!to.startsWith('/') || to.startsWith('/api') || link.hasAttribute('download') || link.getAttribute('target')) return;
  event.preventDefault();
  go(to);
}

if (typeof window !== 'undefined') window.addEventListener('popstate', () => (here.path = location.pathname));
