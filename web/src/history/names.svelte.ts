// Games by their name: a stored round knows only the key.
import { language } from '../i18n/text.svelte';
import { api } from '../protocol/api';

const known = $state<{ names: Record<string, string> }>({ names: {} });
let asked = false;

export function gameName(game: string): string {
  if (!asked) {
    asked = true;
    void api.games(language()).then((answer) => {
      if (answer.ok) known.names = Object.fromEntries(answer.value.games.map((each) => [each.game, each.name]));
    });
  }
  return (
    known.names[game] ??
    game
      .split('-')
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(' ')
  );
}
