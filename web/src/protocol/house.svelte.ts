// Everything this window knows of the house: the person, the money, the lobby, the tables it is at.
import { SvelteMap } from 'svelte/reactivity';
import { Socket, type Answer, type Command, type Connection } from './socket';
import { TableState } from './table.svelte';
import type { Balance, LobbyTable, Message, Notice, Refused, ValuesNow, Welcome } from './types';

export const MOST_TABLES = 4;

export type Told = { number: number; kind: 'refused' | 'notice'; what: Refused | Notice; table: string };

const noMoney: Balance = { type: 'Balance', wallet_minor: 0, golden: {}, in_play_minor: 0 };

export class House {
  me = $state.raw<Welcome | null>(null);
  balance = $state.raw<Balance>(noMoney);
  connection = $state<Connection>('connecting');
  lag_ms = $state(0);
  bye = $state('');
  /** The table that would not have us. */
  turnedAway = $state('');
  lobby = new SvelteMap<string, LobbyTable>();
  tables = new SvelteMap<string, TableState>();
  private told = 0;
  private watching = false;
  /** What was told before anything was drawn. */
  private early: Told[] = [];
  private tellers = new Set<(told: Told) => void>();
  readonly socket: Socket;

  constructor(url: string, open?: (url: string) => WebSocket) {
    this.socket = new Socket({
      url,
      onMessage: (message) => this.receive(message),
      onConnection: (connection) => (this.connection = connection),
      ...(open && { open }),
    });
  }

  /** The house's clock, in milliseconds. */
  now_ms = (): number => Date.now() + this.socket.offset_ms;

  /** What the person should be told: refusals and notices. */
  onTold(teller: (told: Told) => void): () => void {
    this.tellers.add(teller);
    const { early } = this;
    queueMicrotask(() => {
      for (const told of early) teller(told);
      this.early = []; // all who listen from the start have it by now
    });
    return () => this.tellers.delete(teller);
  }

  watchLobby(): void {
    if (!this.watching) void this.ask({ type: 'WatchLobby' });
    this.watching = true;
  }

  leaveLobby(): void {
    if (this.watching) void this.ask({ type: 'LeaveLobby' });
    this.watching = false;
  }

  join(key: string): TableState {
    const known = this.tables.get(key);
    if (known && !known.left) return known;
    const table = known ?? new TableState(key);
    table.left = '';
    if (!known) this.makeRoom();
    this.turnedAway = '';
    this.tables.set(key, table);
    if (this.connection === 'open') void this.joinAgain(table);
    return table;
  }

  async leave(key: string): Promise<void> {
    this.tables.delete(key);
    await this.ask({ type: 'Leave' }, key);
  }

  /** Asks; what is refused is told to the person. */
  async ask(command: Command, table = '', round = ''): Promise<Answer> {
    const answer = await this.socket.ask(command, table, round);
    if (answer.type === 'Refused') this.tell('refused', answer, table);
    return answer;
  }

  /** What each choice that I have now is worth, where the table allows it to be asked. */
  values = async (table: string): Promise<ValuesNow | null> => {
    const { api } = await import('./api');
    const answer = await api.values(table);
    return answer.ok ? answer.value : null;
  };

  /** Signed out: nothing of the person stays. */
  forget(): void {
    this.me = null;
    this.balance = noMoney;
    this.tables.clear();
  }

  /** A table that is played alone gives way: its round waits (T1). */
  private makeRoom(): void {
    for (const [key, { info }] of this.tables) if (info && !info.multi) void this.leave(key);
  }

  private async joinAgain(table: TableState): Promise<void> {
    const answer = await this.ask({ type: 'Join', epoch: table.epoch, since: table.n }, table.key);
    if (answer.type !== 'Refused' || table.info) return;
    this.tables.delete(table.key);
    this.turnedAway = table.key;
  }

  private tell(kind: Told['kind'], what: Refused | Notice, table: string): void {
    this.told += 1;
    const told = { number: this.told, kind, what, table };
    if (!this.tellers.size) this.early.push(told);
    for (const teller of this.tellers) teller(told);
  }

  private receive(message: Message): void {
    switch (message.type) {
      case 'Welcome':
        return this.welcome(message);
      case 'Pong':
        this.lag_ms = this.socket.lag_ms;
        return;
      case 'Balance':
        this.balance = message;
        return;
      case 'Notice':
        return this.tell('notice', message, message.table);
      case 'Bye':
        this.bye = message.code;
        return;
      case 'Lobby':
        this.lobby.clear();
        return this.listed(message.tables);
      case 'LobbyChanged':
        return this.listed(message.tables);
      default:
        return this.atTable(message);
    }
  }

  private welcome(message: Welcome): void {
    this.me = message;
    this.bye = '';
    if (this.watching) void this.ask({ type: 'WatchLobby' });
    for (const table of this.tables.values()) if (!table.left) void this.joinAgain(table);
  }

  private listed(tables: readonly LobbyTable[]): void {
    for (const table of tables) this.lobby.set(table.key, table);
  }

  private atTable(message: Message): void {
    if (!('table' in message)) return;
    const table = this.tables.get(message.table);
    if (!table) return;
    if (message.type === 'Snapshot') table.show(message);
    else if (message.type === 'Happened') {
      if (!table.happen(message.n, message.what)) void this.joinAgain(table);
    } else if (message.type === 'Left') table.left = message.code || 'left';
    else if (message.type === 'Participation') table.takePart(message.session_id, message.participation_id);
    else if (message.type === 'MyBets' || message.type === 'MyHands' || message.type === 'MyResult') table.mine(message);
  }
}

const scheme = (): string => (location.protocol === 'https:' ? 'wss' : 'ws');
export const house = new House(typeof location === 'undefined' ? '' : `${scheme()}://${location.host}/ws`);
