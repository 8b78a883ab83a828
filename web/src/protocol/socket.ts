// One WebSocket to the house. What was asked and not answered is asked again with the same id: the
// house answers again and does nothing twice. Knows nothing of tables; `house.svelte.ts` does.
import { decode } from './complete';
import type { Done, Message, Refused, Request } from './types';

export type Command = Request['do'];
export type Answer = Done | Refused;
export type Connection = 'connecting' | 'open' | 'lost' | 'ended';

const RESEND_MS = 2500;
const PING_MS = 2500;
const SILENCE_MS = 6500;
const BACKOFF_MS = [300, 700, 1500, 3000, 5000];

type Pending = { request: Request; sent_ms: number; settle: (answer: Answer) => void };

export type SocketOptions = {
  url: string;
  onMessage: (message: Message) => void;
  onConnection: (connection: Connection) => void;
  open?: (url: string) => WebSocket;
  now?: () => number;
};

export class Socket {
  /** What to add to this machine's clock to have the house's. */
  offset_ms = 0;
  lag_ms = 0;
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private failures = 0;
  private heard_ms = 0;
  private pinged_ms = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  /** The house never forgets an id: those of two visits of one account must differ. */
  private readonly own = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('');
  private count = 0;
  private welcomed = false;
  private ended = false;

  constructor(private readonly options: SocketOptions) {}

  private now = (): number => (this.options.now ?? Date.now)();

  connect(): void {
    this.ended = false;
    clearTimeout(this.retry);
    this.drop();
    this.options.onConnection('connecting');
    const open = this.options.open ?? ((url: string) => new WebSocket(url));
    const socket = open(this.options.url);
    this.socket = socket;
    this.heard_ms = this.now();
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = () => this.socket === socket && this.lose();
    this.beat ??= setInterval(() => this.tick(), 500);
  }

  /** Asks, and is answered once, however often the connection is lost in between. */
  ask(command: Command, table = '', round = ''): Promise<Answer> {
    const id = `${this.own}-${(this.count += 1)}`;
    const request: Request = { id, do: command, ...(table && { table }), ...(round && { round }) };
    return new Promise((settle) => {
      this.pending.set(id, { request, sent_ms: this.now(), settle });
      this.send(request);
    });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.beat = undefined;
    this.drop();
    this.options.onConnection('ended');
  }

  /** Seen by a person: the network came back, the tab is in front again. */
  hurry(): void {
    if (!this.ended && !this.welcomed) this.connect();
  }

  /** The browser says the network is gone: no need to wait for the silence. */
  suspect(): void {
    if (this.welcomed) this.lose();
  }

  get waiting(): number {
    return this.pending.size;
  }

  private drop(): void {
    this.welcomed = false;
    const old = this.socket;
    this.socket = null;
    if (old && old.readyState < 2) old.close();
  }

  private lose(): void {
    this.drop();
    if (this.ended) return;
    this.options.onConnection('lost');
    const wait_ms = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)]!;
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), wait_ms);
  }

  private send(request: Request): void {
    if (this.welcomed && this.socket?.readyState === 1) this.socket.send(JSON.stringify(request));
  }

  private hear(text: string): void {
    this.heard_ms = this.now();
    const message = decode(text);
    const unanswered = [...this.pending.values()];
    if (message.type === 'Welcome') this.welcome(message.now_ms);
    else if (message.type === 'Pong') this.pong(message.sent_ms, message.now_ms);
    else if (message.type === 'Done' || message.type === 'Refused') this.settle(message);
    else if (message.type === 'Bye' && !message.come_back) this.ended = true;
    this.options.onMessage(message);
    if (message.type === 'Welcome') this.resend(unanswered); // after the tables have been joined again
    if (this.ended && message.type === 'Bye') this.close();
  }

  private welcome(now_ms: number): void {
    this.welcomed = true;
    this.failures = 0;
    if (this.offset_ms === 0) this.offset_ms = now_ms - this.now();
    this.options.onConnection('open');
    this.ping();
  }

  private ping(): void {
    this.pinged_ms = this.now();
    this.send({ id: `${this.own}-p`, do: { type: 'Ping', sent_ms: Math.round(this.pinged_ms) } });
  }

  /** Half the way there, half the way back: the offset is as good as the lag is small. */
  private pong(sent_ms: number, house_ms: number): void {
    const now = this.now();
    this.lag_ms = Math.max(0, now - sent_ms);
    this.offset_ms = house_ms + this.lag_ms / 2 - now;
  }

  private settle(answer: Answer): void {
    const asked = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    asked?.settle(answer);
  }

  private resend(requests: Pending[]): void {
    for (const each of requests) {
      each.sent_ms = this.now();
      this.send(each.request);
    }
  }

  private tick(): void {
    if (!this.welcomed) return;
    const now = this.now();
    if (now - this.heard_ms > SILENCE_MS) return this.lose();
    if (now - this.pinged_ms > PING_MS) this.ping();
    this.resend([...this.pending.values()].filter((each) => now - each.sent_ms >= RESEND_MS));
  }
}
