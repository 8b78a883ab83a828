// What lies at each position, as this person sees it: hands, spots, names. Pure: scene in, boxes out.
import { DEALER } from '../protocol/apply';
import { ACTIONS, KINDS } from '../protocol/facts';
import type { Scene } from '../protocol/table.svelte';
import type { HandPaid, LineView, MyHand, SeatView, TableInfo, TableLimits } from '../protocol/types';
import { goldenWorth } from './chips';

export type HandModel = {
  line: string;
  position: number;
  cards: string[];
  total: string;
  mine: MyHand | null;
  /** The question that is open now is for this hand. */
  asked: boolean;
  decided: string;
  byTime: boolean;
  outcome: string;
  paid: HandPaid | null;
};

export type SpotModel = {
  id: string;
  position: number;
  bet: string;
  amount_minor: number;
  golden_minor: number;
  free_minor: number;
  currency: string;
  least_minor: number;
  most_minor: number;
  exact_minor: number;
  /** What it brought above its stake, once paid; null: not yet. */
  won_minor: number | null;
  /** The outcome of a side bet as soon as it is known. */
  made: string;
};

export type BoxModel = {
  position: number;
  seat: SeatView | null;
  mine: boolean;
  free: boolean;
  hands: HandModel[];
  main: SpotModel;
  sides: SpotModel[];
  /** What I have behind this seat (H1). */
  behind_minor: number;
};

const positionOf = (line: string): number => Number.parseInt(line, 10);

export function limitsOf(scene: Scene): TableLimits {
  const { limits } = scene.view;
  const level = scene.bets.limits_level;
  const none = { main_least_minor: 0, main_most_minor: 0, side_least_minor: 0, side_most_minor: 0, level: '' };
  return limits.find((each) => each.level === level) ?? limits[0] ?? none;
}

/** Lines of a position that are still whole: a split one has given its cards away. */
export function lines(view: Scene['view'], position: number): string[] {
  return Object.keys(view.lines)
    .filter((line) => line !== DEALER && positionOf(line) === position && !(`${line}a` in view.lines))
    .sort();
}

function hand(scene: Scene, line: string, mine: MyHand | null): HandModel {
  const { view, hands, result } = scene;
  const laid: LineView | undefined = view.lines[line];
  const position = positionOf(line);
  const size = mine?.size ?? laid?.cards.length ?? 0;
  const judged = view.judgement.hands.find((each) => each.line === line && each.size === size);
  const paid = result?.hands.find((each) => each.line === line && each.position === position) ?? null;
  return {
    line,
    position,
    cards: (laid?.cards ?? []).slice(0, size),
    total: mine?.total ?? laid?.total ?? '',
    mine,
    asked: isAsked(scene, line, mine, hands.turn),
    decided: laid?.decided ?? '',
    byTime: laid?.by_time ?? false,
    outcome: paid?.outcome ?? judged?.outcome ?? '',
    paid,
  };
}

function isAsked({ view }: Scene, line: string, mine: MyHand | null, turn: number): boolean {
  const { question } = view;
  if (!question || view.phase === 'insurance') return false;
  if (question.position) return question.line === line;
  return turn === question.turn && (mine?.options.length ?? 0) > 0;
}

/** Mine where I play; else everything that lies there. */
function handsAt(scene: Scene, info: TableInfo, position: number): HandModel[] {
  const own = scene.hands.hands.filter((each) => each.position === position);
  if (KINDS[info.kind].together && own.length) return own.map((mine) => hand(scene, mine.line, mine));
  return lines(scene.view, position).map((line) => hand(scene, line, own.find((mine) => mine.line === line && !mine.behind) ?? null));
}

function spot(scene: Scene, info: TableInfo, position: number, bet: string): SpotModel {
  const id = `${position}/${bet}`;
  const limits = limitsOf(scene);
  const side = info.side_bets.find((each) => each.bet === bet);
  const mine = scene.bets.bets.find((each) => each.spot === id && !each.behind);
  const shown = scene.view.seats[position]?.bets.find((each) => each.spot === id);
  const exact_minor = side?.stake_minor ?? 0;
  return {
    id,
    position,
    bet,
    amount_minor: mine?.amount_minor ?? shown?.amount_minor ?? 0,
    golden_minor: mine ? goldenWorth(mine.golden) : (shown?.golden_minor ?? 0),
    free_minor: 0,
    currency: mine ? '' : (shown?.currency ?? ''),
    least_minor: exact_minor || (side ? limits.side_least_minor : limits.main_least_minor),
    most_minor: exact_minor || (side ? limits.side_most_minor : limits.main_most_minor),
    exact_minor,
    won_minor: null,
    made: scene.view.judgement.side_bets.find((each) => each.position === position && each.bet === bet)?.outcome ?? '',
  };
}

/** My hands after a split: each has a stack of its own. */
export const isSplit = (model: Pick<BoxModel, 'hands'>): boolean => model.hands.length > 1 && model.hands.some((each) => each.mine);

/** The last round's result is kept while the next one's bets are laid: what lies there now is not what was paid. */
const NEXT_BETS: readonly string[] = ['waiting', 'betting', 'closed'];

/** What was paid on a side bet, and on all hands of a position together. */
function settled(scene: Scene, model: SpotModel, mine: boolean): SpotModel {
  if (!scene.result || !mine || NEXT_BETS.includes(scene.view.phase)) return model;
  if (model.bet !== 'main') {
    const paid = scene.result.side_bets.find((each) => each.position === model.position && each.bet === model.bet);
    return paid ? { ...model, won_minor: paid.returned_minor - paid.stake_minor, made: paid.outcome } : model;
  }
  const hands = scene.result.hands.filter((each) => each.position === model.position && !each.behind);
  if (!hands.length) return model;
  const won = hands.reduce((sum, each) => sum + each.returned_minor - each.stake_minor, 0);
  return { ...model, won_minor: won };
}

/** Free doubles and free splits that everybody saw taken. */
const freeTaken = (view: Scene['view'], position: number): number =>
  Object.entries(view.lines).filter(([line, { decided }]) => positionOf(line) === position && ACTIONS[decided]?.chip === 'free').length;

/** Chips that doubles and splits have added since: the spot shows all that is at risk, and what is free. */
function grown(view: Scene['view'], model: SpotModel, hands: HandModel[]): SpotModel {
  const own = hands.flatMap((each) => (each.mine ? [each.mine] : []));
  if (!own.length) return { ...model, free_minor: model.amount_minor * freeTaken(view, model.position) };
  const sum = (field: 'stake_minor' | 'free_minor' | 'golden_minor'): number => own.reduce((total, each) => total + each[field], 0);
  return { ...model, amount_minor: sum('stake_minor'), free_minor: sum('free_minor'), golden_minor: sum('golden_minor') };
}

export function boxes(scene: Scene, info: TableInfo): BoxModel[] {
  return Array.from({ length: info.positions }, (_, n) => box(scene, info, n + 1));
}

function box(scene: Scene, info: TableInfo, position: number): BoxModel {
  const seat = scene.view.seats[position] ?? null;
  const { seats } = KINDS[info.kind];
  const mine = !seats || scene.bets.seats.includes(position);
  const hands = handsAt(scene, info, position);
  const behind = scene.bets.bets.find((each) => each.behind && positionOf(each.spot) === position);
  return {
    position,
    seat,
    mine,
    free: seats && !seat,
    hands,
    main: settled(scene, grown(scene.view, spot(scene, info, position, 'main'), hands), mine),
    sides: info.side_bets.map(({ bet }) => settled(scene, spot(scene, info, position, bet), mine)),
    behind_minor: behind?.amount_minor ?? 0,
  };
}

/** Every bet of mine that may be insured now, also one behind another player (D6, H2). */
export function insurable(scene: Scene): HandModel[] {
  if (scene.view.phase !== 'insurance') return [];
  return scene.hands.hands.filter((each) => each.insurance_minor !== null).map((mine) => hand(scene, mine.line, mine));
}

/** My hands that can be decided now or early, those that are asked first. */
export function decidable(all: BoxModel[]): HandModel[] {
  const open = all.flatMap((each) => each.hands).filter((each) => each.mine && each.mine.options.length);
  return [...open.filter((each) => each.asked), ...open.filter((each) => !each.asked)];
}
