// Which table the frame around it speaks of, and the title of a page that has one.
import type { TableState } from '../protocol/table.svelte';

export const shown = $state<{ table: TableState | null; title: string }>({ table: null, title: '' });
