import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Socket, type Connection } from '../src/protocol/socket';
import type { Message, Request } from '../src/protocol/types';

/** A connection whose other end is the test. */
class Wire {
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Request[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Request);
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  asked(type: string): Request[] {
    return this.sent.filter((request) => request.do.type === type);
  }
}

const WELCOME = { type: 'Welcome', version: 1, now_ms: 0, player: 1, name: 'x', role: 'player', currency: 'EUR' };
let wires: Wire[];
let heard: Message[];
let states: Connection[];
let socket: Socket;
const wire = (): Wire => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  [wires, heard, states] = [[], [], []];
  socket = new Socket({
    url: 'ws://house/ws',
    onMessage: (message) => heard.push(message),
    onConnection: (state) => states.push(state),
    open: () => {
      wires.push(new Wire());
      return wire() as unknown as WebSocket;
    },
  });
  socket.connect();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

describe('a request', () => {
  it('waits for the welcome, then is sent once', () => {
    void socket.ask({ type: 'Undo' }, 'lucca');
    expect(wire().asked('Undo')).toHaveLength(0);
    wire().say(WELCOME);
    expect(wire().asked('Undo')).toHaveLength(1);
    expect(wire().asked('Undo')[0]).toMatchObject({ table: 'lucca' });
  });

  it('is repeated with the same id after 2.5 seconds without an answer, and not before', () => {
    wire().say(WELCOME);
    void socket.ask({ type: 'Undo' }, 'lucca');
    vi.advanceTimersByTime(2000);
    expect(wire().asked('Undo')).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    const [first, second] = wire().asked('Undo');
    expect(second!.id).toBe(first!.id);
  });

  it('is not repeated once it is answered', async () => {
    wire().say(WELCOME);
    const answer = socket.ask({ type: 'Undo' }, 'lucca');
    wire().say({ type: 'Done', id: wire().asked('Undo')[0]!.id });
    vi.advanceTimersByTime(5000);
    expect(wire().asked('Undo')).toHaveLength(1);
    expect((await answer).type).toBe('Done');
  });

  it('survives a lost connection, with its id', async () => {
    wire().say(WELCOME);
    const answer = socket.ask({ type: 'Undo' }, 'lucca');
    const { id } = wire().asked('Undo')[0]!;
    wire().cut();
    vi.advanceTimersByTime(300);
    expect(wires).toHaveLength(2);
    wire().say(WELCOME);
    expect(wire().asked('Undo')[0]!.id).toBe(id);
    wire().say({ type: 'Refused', id, code: 'bet/closed', why: 'no more bets' });
    expect(await answer).toMatchObject({ code: 'bet/closed', data: {} });
  });

  it('never shares its id with another', () => {
    wire().say(WELCOME);
    for (let n = 0; n < 50; n += 1) void socket.ask({ type: 'Undo' });
    expect(
      new Set(
        wire()
          .asked('Undo')
          .map((each) => each.id),
      ).size,
    ).toBe(50);
  });
});

describe('the connection', () => {
  it('counts as lost after six and a half seconds of silence', () => {
    wire().say(WELCOME);
    vi.advanceTimersByTime(6000);
    expect(states).not.toContain('lost');
    vi.advanceTimersByTime(1000);
    expect(states).toContain('lost');
  });

  it('comes back more slowly after each failure', () => {
    wire().cut();
    vi.advanceTimersByTime(300);
    expect(wires).toHaveLength(2);
    wire().cut();
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(wires).toHaveLength(3);
  });

  it('stays away when the house says so', () => {
    wire().say(WELCOME);
    wire().say({ type: 'Bye', code: 'session/over', why: 'signed out', come_back: false });
    vi.advanceTimersByTime(20_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe('ended');
  });

  it("reckons the house's clock from a ping: half the way is the offset's error", () => {
    wire().say(WELCOME);
    const ping = wire().asked('Ping')[0]!.do as { sent_ms: number };
    vi.advanceTimersByTime(80);
    wire().say({ type: 'Pong', sent_ms: ping.sent_ms, now_ms: ping.sent_ms + 40 + 5000 });
    expect(socket.lag_ms).toBe(80);
    expect(socket.offset_ms).toBe(5000);
  });
});
