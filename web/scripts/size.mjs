// The first load in gzipped kilobytes, as JSON; fails above the budget. Lazy pages are listed apart.
// `node scripts/size.mjs [folder]`: dist/ unless told.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { web } from './python.mjs';

const BUDGET_KB = 80;
const dist = process.argv[2] ?? join(web, 'dist');
const kb = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000;
const round = (value) => Math.round(value * 10) / 10;

/** What the page needs before anything can be played: its script, what that imports, one language, the table. */
function reach(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(dist, 'assets', file), 'utf8');
  for (const [, name] of text.matchAll(/from\s?["']\.\/([\w.-]+\.js)["']|import\s?["']\.\/([\w.-]+\.js)["']/g))
    if (name) reach(name, found);
  return found;
}

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(page)[1];
const files = readdirSync(join(dist, 'assets'));
const first = reach(entry);
const language = files
  .filter((name) => /^base\.\w+-.*\.js$/.test(name))
  .sort((a, b) => kb(join(dist, 'assets', b)) - kb(join(dist, 'assets', a)))[0];
if (language) first.add(language);
const total = [...first].reduce((sum, name) => sum + kb(join(dist, 'assets', name)), 0);
const lazy = files.filter((name) => name.endsWith('.js') && !first.has(name));
const css = files.filter((name) => name.endsWith('.css')).reduce((sum, name) => sum + kb(join(dist, 'assets', name)), 0);
console.log(JSON.stringify({
  first_load_js_kb: round(total),
  budget_kb: BUDGET_KB,
  first: Object.fromEntries([...first].map((name) => [name, round(kb(join(dist, 'assets', name)))])),
  lazy: Object.fromEntries(lazy.map((name) => [name, round(kb(join(dist, 'assets', name)))])),
  css_kb: round(css),
  cards_kb: round(kb(join(dist, 'cards.svg'))),
}, null, 2)); // prettier-ignore
if (total > BUDGET_KB) process.exit(1);
