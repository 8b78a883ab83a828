// Whether somebody is signed in, and as whom. The session itself is a cookie that no script can read.
import { http, type Outcome, type Refusal } from '../protocol/http';
import { house } from '../protocol/house.svelte';
import { language } from '../i18n/text.svelte';

export type SignedIn = { player: number; name: string; role: string; currency: string; demo?: boolean };
type State = 'unknown' | 'nobody' | 'somebody' | 'away';

export const session = $state<{ state: State; who: SignedIn | null }>({ state: 'unknown', who: null });

function enter(answer: Outcome<SignedIn>): Refusal | null {
  if (!answer.ok) return answer.refusal;
  session.who = answer.value;
  session.state = 'somebody';
  house.socket.connect();
  return null;
}

/** At the start: is there a session already? */
export async function resume(): Promise<void> {
  const answer = await http.get<SignedIn>('/me');
  const refused = enter(answer);
  if (refused) session.state = refused.code === 'client/away' ? 'away' : 'nobody';
}

export const demo = async (): Promise<Refusal | null> => enter(await http.post<SignedIn>('/demo', { language: language() }));

export const signIn = async (name: string, password: string, code = ''): Promise<Refusal | null> =>
  enter(await http.post<SignedIn>('/sign-in', { name, password, code }));

export const signUp = async (name: string, password: string, currency = 'EUR'): Promise<Refusal | null> =>
  enter(await http.post<SignedIn>('/sign-up', { name, password, currency, language: language() }));

export async function signOut(): Promise<void> {
  await http.post('/sign-out');
  house.socket.close();
  session.who = null;
  session.state = 'nobody';
  house.forget();
}
