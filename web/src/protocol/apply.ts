// A table as everybody sees it: what its events add up to. The same function as the house's own
// (src/ventuno/protocol/view.py), tested on the same recordings. It changes nothing: it makes a new view.
import { complete } from './complete';
import type { Happened, Judgement, LineView, Question, TableView } from './types';

export type AnyEvent = Happened['what'];
type Of<T extends AnyEvent['type']> = Extract<AnyEvent, { type: T }>;
type Change = Partial<TableView>;
export type Phase = TableView['phase'];

export const DEALER = 'dealer';
export const FACE_DOWN = '??';
const MOST_SAID = 50;
const UNJUDGED: Judgement = { looked: false, hands: [], side_bets: [], returned_minor: 0 };
const EMPTY_LINE: LineView = { cards: [], total: '', decided: '', by_time: false };
const BEFORE_CARDS: readonly Phase[] = ['waiting', 'betting', 'closed'];

export const emptyView = (): TableView => complete('TableView', {}) as unknown as TableView;

export function apply(view: TableView, event: AnyEvent): TableView {
  const change = CHANGES[event.type] as ((view: TableView, event: AnyEvent) => Change) | undefined;
  return change ? { ...view, ...change(view, event) } : view;
}

const cleared = (): Change => ({
  lines: {},
  judgement: UNJUDGED,
  choices: [],
  undecided: 0,
  question: null,
  bettors: 0,
  staked_minor: 0,
  void: '',
});

const nobodyAsked = { question: null, deadline: null };
const noChoices = { choices: [], undecided: 0 };

function asked(phase: Phase, question: Question, deadline: TableView['deadline']): Change {
  return { phase, question, deadline, ...noChoices };
}

function dealt(view: TableView, event: Of<'CardDealt'>): Change {
  const line = view.lines[event.to] ?? EMPTY_LINE;
  const cards = [...line.cards, event.card ?? FACE_DOWN];
  return {
    phase: BEFORE_CARDS.includes(view.phase) ? 'dealing' : view.phase,
    lines: { ...view.lines, [event.to]: { ...line, cards, total: event.total } },
    ...nobodyAsked,
    ...noChoices,
  };
}

/** The halves take a card each; on a shared position the line itself stays, for those who did not split. */
function split(view: TableView, event: Of<'LineSplit'>): Change {
  const [first, second] = view.lines[event.line]?.cards ?? [];
  const half = (card: string | undefined): LineView => ({ ...EMPTY_LINE, cards: card ? [card] : [] });
  return { lines: { ...view.lines, [event.first]: half(first), [event.second]: half(second) } };
}

function holeCard(view: TableView, event: Of<'HoleCardShown'>): Change {
  const line = view.lines[DEALER] ?? EMPTY_LINE;
  const cards = line.cards.map((card) => (card === FACE_DOWN ? event.card : card));
  return { phase: 'dealer', lines: { ...view.lines, [DEALER]: { ...line, cards, total: event.total } }, ...nobodyAsked };
}

function seat(view: TableView, event: Of<'SeatChanged'>): Change {
  const seats = { ...view.seats };
  if (event.holder) seats[event.seat] = event.holder;
  else delete seats[event.seat];
  return { seats };
}

function decided(view: TableView, event: Of<'Decided'>): Change {
  const line = { ...(view.lines[event.line] ?? EMPTY_LINE), decided: event.action, by_time: event.by_time };
  return { lines: { ...view.lines, [event.line]: line }, ...nobodyAsked };
}

const CHANGES: { [T in AnyEvent['type']]: (view: TableView, event: Of<T>) => Change } = {
  RoundOpened: (_view, { code, started_ms, deadline }) => ({
    ...cleared(),
    phase: deadline ? 'betting' : 'waiting',
    code,
    started_ms,
    deadline,
  }),
  CrowdChanged: (_view, { players, bettors, staked_minor }) => ({ players, bettors, staked_minor }),
  SeatChanged: seat,
  DeadlineMoved: (_view, { deadline }) => ({ deadline }),
  BettingClosed: () => ({ phase: 'closed', deadline: null }),
  CardDealt: dealt,
  LineSplit: split,
  InsuranceOffered: (_view, { turn, deadline }) => asked('insurance', { turn, position: 0, line: '' }, deadline),
  Asked: (_view, { turn, position, line, early_surrender, deadline }) =>
    asked(early_surrender ? 'early-surrender' : 'decisions', { turn, position, line }, deadline),
  Decided: decided,
  ChoicesChanged: (_view, { undecided, choices }) => ({ undecided, choices }),
  DealerLooked: (view) => ({ judgement: { ...view.judgement, looked: true }, ...nobodyAsked }),
  HoleCardShown: holeCard,
  HandJudged: ({ judgement }, event) => ({ judgement: { ...judgement, hands: [...judgement.hands, event] } }),
  SideBetJudged: ({ judgement }, event) => ({ judgement: { ...judgement, side_bets: [...judgement.side_bets, event] } }),
  RoundEnded: ({ judgement }, { staked_minor, returned_minor, deadline }) => ({
    phase: 'results',
    deadline,
    question: null,
    staked_minor,
    judgement: { ...judgement, returned_minor },
  }),
  RoundVoided: (_view, { reason }) => ({ ...cleared(), phase: 'waiting', deadline: null, code: '', void: reason }),
  TablePaused: (_view, { reason, fault }) => ({ pause: { reason, fault }, deadline: null }),
  TableResumed: (_view, { deadline }) => ({ pause: null, deadline }),
  TableClosing: (_view, { reason }) => ({ closing: reason }),
  TableClosed: (_view, { reason }) => ({ closed: reason, closing: '', phase: 'waiting', deadline: null }),
  TableOpened: () => ({ closed: '', closing: '' }),
  LimitsChanged: (_view, { limits }) => ({ limits }),
  JackpotChanged: (_view, { pool_minor }) => ({ jackpot_minor: pool_minor }),
  Said: (view, event) => ({ said: [...view.said, event].slice(-MOST_SAID) }),
  SaidRemoved: (view, { number }) => ({ said: view.said.filter((said) => said.number !== number) }),
};
