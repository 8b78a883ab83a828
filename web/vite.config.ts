import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const house = process.env.VENTUNO_HOUSE ?? '127.0.0.1:2121';

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://${house}`, '/ws': { target: `ws://${house}`, ws: true } },
  },
  preview: { host: '127.0.0.1' },
  build: { target: 'es2022', cssCodeSplit: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
