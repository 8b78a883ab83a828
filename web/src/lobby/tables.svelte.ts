// The tables there are: live over the socket for who is signed in, asked for now and then for who is not.
import { session } from '../app/session.svelte';
import { language } from '../i18n/text.svelte';
import { api } from '../protocol/api';
import { house } from '../protocol/house.svelte';
import type { GameShown, LobbyTable } from '../protocol/types';

const EVERY_MS = 4000;

class Hall {
  games = $state.raw<GameShown[]>([]);
  away = $state(false);
  private asked = $state.raw<LobbyTable[]>([]);
  readonly tables = $derived.by((): LobbyTable[] => (house.lobby.size ? [...house.lobby.values()] : this.asked));

  /** In an effect: goes on until it is left. */
  watch(): () => void {
    void this.present(language());
    if (session.state === 'somebody') {
      house.watchLobby();
      return () => house.leaveLobby();
    }
    void this.ask();
    const timer = setInterval(() => void this.ask(), EVERY_MS);
    return () => clearInterval(timer);
  }

  private async ask(): Promise<void> {
    const answer = await api.lobby();
    this.away = !answer.ok;
    if (answer.ok) this.asked = answer.value.tables;
  }

  private async present(spoken: string): Promise<void> {
    const answer = await api.games(spoken);
    if (answer.ok) this.games = answer.value.games;
  }
}

export const hall = new Hall();
