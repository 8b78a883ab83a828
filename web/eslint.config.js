// What the type checker does not see. How the code is laid out is Prettier's business alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default [
  { ignores: ['dist/', 'src/protocol/types.d.ts', 'src/protocol/defaults.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      // What is drawn from is a SvelteMap or $state; a plain Map or Set is a memory that nothing is drawn from.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space at the edge of a block, where the compiler would drop it.
      'svelte/no-useless-mustaches': 'off',
    },
  },
];
