// The plain HTTP API. What is refused comes back as a value with a stable code, as on the socket.
export type Refusal = { code: string; why: string; data: Record<string, unknown> };
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

const AWAY: Refusal = { code: 'client/away', why: 'the house could not be reached', data: {} };

async function call<T>(method: string, path: string, body?: unknown): Promise<Outcome<T>> {
  try {
    const answer = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const value: unknown = text ? JSON.parse(text) : null;
    if (answer.ok) return { ok: true, value: value as T };
    return { ok: false, refusal: refusal(value, answer.status) };
  } catch {
    return { ok: false, refusal: AWAY };
  }
}

function refusal(value: unknown, status: number): Refusal {
  const told = (value ?? {}) as Partial<Refusal>;
  return { code: told.code ?? `http/${status}`, why: told.why ?? '', data: told.data ?? {} };
}

export const http = {
  get: <T>(path: string): Promise<Outcome<T>> => call<T>('GET', path),
  post: <T>(path: string, body: unknown = {}): Promise<Outcome<T>> => call<T>('POST', path, body),
  put: <T>(path: string, body: unknown = {}): Promise<Outcome<T>> => call<T>('PUT', path, body),
  delete: <T>(path: string): Promise<Outcome<T>> => call<T>('DELETE', path),
};
