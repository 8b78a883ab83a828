// The plain HTTP API by name, with its own types. What was left out has been put back.
import { complete } from './complete';
import { http, type Outcome } from './http';
import type {
  AuditLog, CareNow, CashMoves, ClockNow, FactorEnrolled, FactorOffered, GamesNow, GoldenGrant, History, JackpotsNow, LimitSet, LimitsOf, LobbyNow, Me, Moved, OpenRounds, OpenTransfers,
  PlayerState, PlayersFound, Replay, Resettled, ReturnsNow, RoundResults, RoundWorth, LimitChange, TablesNow,
  ValuesNow,
} from './types'; // prettier-ignore
import type { HelpPage, Odds, PlainChart } from '../help/page';

async function answered<T>(name: string, asked: Promise<Outcome<unknown>>): Promise<Outcome<T>> {
  const answer = await asked;
  if (!answer.ok) return answer;
  return { ok: true, value: complete(name, answer.value as Record<string, unknown>) as T };
}

const get = <T>(name: string, path: string): Promise<Outcome<T>> => answered<T>(name, http.get(path));
const post = <T>(name: string, path: string, body: unknown = {}): Promise<Outcome<T>> => answered<T>(name, http.post(path, body));
const put = <T>(name: string, path: string, body: unknown): Promise<Outcome<T>> => answered<T>(name, http.put(path, body));
const part = encodeURIComponent;

/** For what moves money: asked again with the same key, it does nothing twice. */
export const onceKey = (): string => crypto.randomUUID();

export const api = {
  me: () => get<Me>('Me', '/me'),
  password: (old: string, next: string) => http.post<object>('/password', { old, new: next }),
  factor: {
    offer: (password: string) => post<FactorOffered>('FactorOffered', '/factor', { password }),
    confirm: (offer: string, code: string) => post<FactorEnrolled>('FactorEnrolled', '/factor/confirm', { offer, code }),
  },
  games: (language: string) => get<GamesNow>('GamesNow', `/games?language=${language}`),
  lobby: () => get<LobbyNow>('LobbyNow', '/lobby'),
  jackpots: () => get<JackpotsNow>('JackpotsNow', '/jackpots'),
  rules: (game: string, language: string) => http.get<HelpPage>(`/games/${part(game)}/rules?language=${language}`),
  odds: (game: string) => http.get<Odds>(`/games/${part(game)}/odds`),
  chart: (game: string) => http.get<PlainChart>(`/games/${part(game)}/strategy`),
  values: (table: string) => get<ValuesNow>('ValuesNow', `/tables/${part(table)}/values`),
  deposit: (key: string, amount_minor: number) => post<Moved>('Moved', '/cashier/deposit', { key, amount_minor }),
  withdraw: (key: string, amount_minor: number) => post<Moved>('Moved', '/cashier/withdraw', { key, amount_minor }),
  moves: (before: number | null, most: number) =>
    get<CashMoves>('CashMoves', `/cashier/history?most=${most}${before === null ? '' : `&before=${before}`}`),
  history: (before: number | null, most: number) =>
    get<History>('History', `/history?most=${most}${before === null ? '' : `&before=${before}`}`),
  replay: (code: string) => get<Replay>('Replay', `/rounds/${part(code)}/replay`),
  worth: (code: string) => get<RoundWorth>('RoundWorth', `/rounds/${part(code)}/values`),
  care: {
    now: () => get<CareNow>('CareNow', '/care'),
    limit: (body: LimitChange) => put<LimitSet>('LimitSet', '/care/limit', body),
    timeOut: (until_ms: number) => post<CareNow>('CareNow', '/care/time-out', { until_ms }),
    exclude: (until_ms: number | null) => post<CareNow>('CareNow', '/care/self-exclusion', { until_ms }),
    realityCheck: (every_ms: number) => put<CareNow>('CareNow', '/care/reality-check', { every_ms }),
    seen: () => post<CareNow>('CareNow', '/care/reality-check/seen'),
  },
  house: {
    tables: () => get<TablesNow>('TablesNow', '/supervisor/tables'),
    act: (table: string, what: string, reason: string, round = '') =>
      http.post<object>(`/supervisor/tables/${part(table)}/${what}`, { reason, ...(round && { round }) }),
    limits: (table: string, limits: LimitsOf[], reason: string) =>
      http.post<object>(`/supervisor/tables/${part(table)}/limits`, { limits, reason }),
    removeSaid: (table: string, number: number, reason: string) =>
      http.post<object>(`/supervisor/tables/${part(table)}/remove-said`, { number, reason }),
    confirmClock: (reason: string) => post<ClockNow>('ClockNow', '/supervisor/clock/confirm', { reason }),
    drain: (reason: string) => http.post<{ tables: string[] }>('/supervisor/drain', { reason }),
    players: (search: string, after = 0) => get<PlayersFound>('PlayersFound', `/supervisor/players?search=${part(search)}&after=${after}`),
    player: (player: number) => get<PlayerState>('PlayerState', `/supervisor/players/${player}`),
    limit: (player: number, body: LimitChange) => put<LimitSet>('LimitSet', `/supervisor/players/${player}/limit`, body),
    mute: (player: number, until_ms: number, reason: string) =>
      http.post<object>(`/supervisor/players/${player}/mute`, { until_ms, reason }),
    vip: (player: number, level: string, reason: string) => http.put<object>(`/supervisor/players/${player}/vip-level`, { level, reason }),
    role: (player: number, role: string, reason: string) => http.put<object>(`/supervisor/players/${player}/role`, { role, reason }),
    resetFactor: (player: number, reason: string) => http.post<object>(`/supervisor/players/${player}/factor/reset`, { reason }),
    golden: (player: number, body: GoldenGrant) => http.post<object>(`/supervisor/players/${player}/golden-chips`, body),
    openRounds: (before: number | null) =>
      get<OpenRounds>('OpenRounds', `/supervisor/rounds/open?most=50${before === null ? '' : `&before=${before}`}`),
    voidRound: (code: string, reason: string) => http.post<object>(`/supervisor/rounds/${part(code)}/void`, { reason }),
    results: (code: string) => get<RoundResults>('RoundResults', `/supervisor/rounds/${part(code)}/results`),
    resettle: (code: string, body: { key: string; returned: Record<number, number>; reason: string }) =>
      post<Resettled>('Resettled', `/supervisor/rounds/${part(code)}/resettle`, body),
    cashier: () => get<OpenTransfers>('OpenTransfers', '/supervisor/cashier'),
    returns: () => get<ReturnsNow>('ReturnsNow', '/supervisor/returns'),
    audit: (before: number | null) => get<AuditLog>('AuditLog', `/supervisor/audit?most=50${before === null ? '' : `&before=${before}`}`),
  },
};
