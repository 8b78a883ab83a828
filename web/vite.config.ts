import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const house = process.env.VENTUNO_HOUSE ?? '127.0.0.1:2121';

// What every table needs is one file: many small ones are packed worse. `api` and `panel` belong to pages that come later.
const CORE = {
  name: 'core',
  test: /node_modules\/svelte|src\/(?:protocol\/(?!api)|i18n\/[\w.]+ts$|sound\/|app\/[a-z]+(?:\.svelte)?\.ts$|app\/Icon|table\/(?!panel)[a-z]+(?:\.svelte)?\.ts$|table\/(?:Card|Chip|Stack|Spot|Hand|HandStake|Ring|Clock|Dealer|Legend|Offer|ResultLine)\.svelte)/,
};

/** Chips and icons are part of the page: nothing is drawn later, and nothing is asked for. */
const sprite = {
  name: 'sprite',
  transformIndexHtml: (page: string): string => page.replace('<!-- sprite -->', readFileSync('src/theme/sprite.svg', 'utf8')),
};

export default defineConfig({
  plugins: [svelte(), sprite],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://${house}`, '/ws': { target: `ws://${house}`, ws: true } },
  },
  preview: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [CORE] } } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
