// What a person can do at one table: the chip in hand, the hand they decide for, and every command.
import { converted, short } from '../i18n/money';
import { t } from '../i18n/text.svelte';
import { sound } from '../sound/sounds';
import { settings, volume } from '../app/settings.svelte';
import { DEALER, type Phase } from '../protocol/apply';
import { ACTIONS, KINDS } from '../protocol/facts';
import type { Answer, Command } from '../protocol/socket';
import type { TableState } from '../protocol/table.svelte';
import type { ActionFacts, Balance, HandValues, MyBets, TableInfo, TableKind, ValuesNow, Welcome } from '../protocol/types';
import { boxes, decidable, insurable, limitsOf, type BoxModel, type HandModel, type SpotModel } from './boxes';
import { firstChip, stepped } from './chips';
import { Guard } from './keys';
import { shared } from './sharing';
import { place } from './words';

/** What the table needs of the house. A fixture or a replay is one too. */
export type Keeper = {
  readonly me: Welcome | null;
  readonly balance: Balance;
  now_ms(): number;
  ask(command: Command, table?: string, round?: string): Promise<Answer>;
  values?(table: string): Promise<ValuesNow | null>;
};

type Can = MyBets['can'][number];
/** What was decided, and what each choice was worth then. */
export type Verdict = {
  position: number;
  line: string;
  total: string;
  dealer: string;
  action: string;
  actions: string[];
  values: Record<string, number>;
};
const REFUSED_MS = 1600;
const IN_PLAY = ['dealing', 'insurance', 'early-surrender', 'decisions', 'dealer'];

const sum = <K extends string>(each: readonly { [key in K]: number | null }[], field: K): number =>
  each.reduce((total, one) => total + (one[field] ?? 0), 0);
/** When a decision can be taken, in its turn or before it (D2). */
const DECIDING: readonly Phase[] = ['dealing', 'early-surrender', 'decisions'];

export class Control {
  private picked = $state(0);
  /** An amount of one's own, beside the chips. */
  typed = $state(0);
  golden = $state(0);
  private chosen = $state('');
  /** The offer that has been answered: its buttons are down until the table has moved on. */
  private sent = $state('');
  refusedSpot = $state('');
  sameOnAll = $state(false);
  /** Phones and tablets: the same on all my seats counts for side bets too (B6). */
  touch = typeof matchMedia !== 'undefined' && matchMedia('(pointer: coarse)').matches;
  private told = $state.raw<{ offer: string; hands: HandValues[] } | null>(null);
  /** The values are to be seen: somebody asked. */
  private wanted = $state('');
  valuesAway = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  readonly guard = new Guard();

  constructor(
    readonly table: TableState,
    readonly keeper: Keeper,
  ) {}

  get info(): TableInfo {
    return this.table.info!;
  }
  get kind(): TableKind {
    return KINDS[this.info.kind];
  }
  private drawn: BoxModel[] = [];
  readonly boxes = $derived.by(() => (this.drawn = this.table.info ? shared(this.drawn, boxes(this.table.scene, this.info)) : []));
  /** The house's people bet nowhere, and only look on; who had money in a round before they became one still plays it. */
  readonly watches = $derived.by(() => {
    const { bets, hands } = this.table;
    return (this.keeper.me?.role ?? 'player') !== 'player' && !bets.bets.length && !hands.hands.length;
  });
  readonly open = $derived.by(() => this.bettingOpen());
  readonly limits = $derived.by(() => limitsOf(this.table.scene));
  readonly hands = $derived.by(() => (DECIDING.includes(this.table.view.phase) && !this.table.view.pause ? decidable(this.boxes) : []));
  readonly active = $derived.by(() => this.hands.find((hand) => hand.line === this.chosen) ?? this.hands[0] ?? null);
  readonly insurable = $derived.by(() => insurable(this.table.scene));
  readonly uninsured = $derived.by(() => (this.table.view.pause ? [] : this.insurable.filter((hand) => hand.mine?.insured === null)));
  readonly dealer = $derived.by(() => this.table.view.lines[DEALER] ?? null);

  get currency(): string {
    return this.keeper.me?.currency ?? 'EUR';
  }
  get wallet_minor(): number {
    return this.keeper.balance.wallet_minor;
  }
  get chip(): number {
    const usual = firstChip(this.info.chips, this.limits.main_least_minor, this.wallet_minor);
    return this.picked && this.picked <= this.wallet_minor ? this.picked : usual;
  }

  /** All that is at risk, with what doubles, splits and insurance have added since the bets were placed (B5). */
  get total_minor(): number {
    const { bets, hands, view } = this.table;
    if (!hands.hands.length || !IN_PLAY.includes(view.phase)) return bets.total_minor;
    const sides = bets.bets.filter((bet) => !bet.spot.endsWith('/main'));
    const insured = hands.hands.filter((hand) => hand.insured);
    return sum(hands.hands, 'stake_minor') + sum(sides, 'amount_minor') + sum(insured, 'insurance_minor');
  }

  /** €1 – €5,000: the main bet's limits. */
  get limitText(): string {
    const { main_least_minor: least, main_most_minor: most } = this.limits;
    return t('spot.limits', { least: short(least, this.currency), most: short(most, this.currency) });
  }

  inMine = (minor: number, currency: string): number => converted(minor, currency, this.currency, this.keeper.me?.rates ?? {});

  place = (position: number, line = ''): string => place(this.info, position, line);

  can = (what: Can): boolean => this.table.bets.can.includes(what);

  private bettingOpen(): boolean {
    const { view, info } = this.table;
    if (!info || view.pause || view.closed || this.table.left || this.watches) return false;
    if (view.phase === 'betting') return !this.table.bets.locked;
    return !this.kind.clock && (view.phase === 'waiting' || view.phase === 'results');
  }

  // -- chips ------------------------------------------------------------------------------------

  pick(chip: number): void {
    if (chip > this.wallet_minor) return;
    this.picked = chip;
    this.golden = 0;
  }

  /** Any amount that the table takes: whole steps, no more than there is. */
  pickTyped(minor: number): void {
    const amount = stepped(minor, this.info.stake_step_minor, this.wallet_minor);
    if (!amount) return;
    this.typed = this.info.chips.includes(amount) ? 0 : amount;
    this.pick(amount);
  }

  pickNumber(number: number): void {
    const chip = this.info.chips[number - 1];
    if (chip) this.pick(chip);
  }

  choose(line: string): void {
    this.chosen = line;
  }

  // -- betting ----------------------------------------------------------------------------------

  async place_on(spot: SpotModel): Promise<void> {
    const all_seats = this.sameOnAll && (spot.bet === 'main' || this.touch);
    const bet: Command = this.golden
      ? { type: 'Bet', spot: spot.id, golden: { [this.golden]: 1 }, ...(all_seats && { all_seats }) }
      : { type: 'Bet', spot: spot.id, amount_minor: spot.exact_minor || this.chip, ...(all_seats && { all_seats }) };
    sound('chip', () => volume('volume'));
    const answer = await this.ask(bet);
    if (answer.type === 'Refused') this.showRefused(spot.id);
  }

  private showRefused(spot: string): void {
    this.refusedSpot = spot;
    sound('refused', () => volume('volume'));
    setTimeout(() => this.refusedSpot === spot && (this.refusedSpot = ''), REFUSED_MS);
  }

  ask(command: Command): Promise<Answer> {
    const { phase, code } = this.table.view;
    return this.keeper.ask(command, this.table.key, phase === 'results' ? '' : code);
  }

  undo = (): void => void this.ask({ type: 'Undo' });
  clear = (): void => void this.ask({ type: 'ClearBets' });
  double = (): void => void this.ask({ type: 'DoubleBets' });
  repeat = (): void => void this.ask({ type: 'RepeatBets' });
  sides = (): void => void this.ask({ type: 'AllSideBets', chip_minor: this.chip });
  start = (): void => void this.ask({ type: 'StartNow' });
  betAll = (position: number): void => void this.ask({ type: 'BetAll', position, chip_minor: this.chip });
  deal = (bets: 'placed' | 'same' | 'doubled'): void => void this.ask({ type: 'Deal', bets });
  sit = (seat: number): void => void this.ask({ type: 'Sit', seat });
  getUp = (seat: number): void => void this.ask({ type: 'GetUp', seat });
  behind = (position: number): void => void this.ask({ type: 'BetBehind', position, amount_minor: this.chip });

  /** SPACE: the last bets again, and then doubled (B8). */
  repeatOrDouble(): void {
    if (this.can('repeat')) this.repeat();
    else if (this.can('double')) this.double();
  }

  /** Enter: what starts the round here (B7, T1). */
  go(): void {
    if (this.can('deal')) this.deal('placed');
    else if (this.can('rebet')) this.deal('same');
    else if (this.can('start-now')) this.start();
  }

  // -- deciding ---------------------------------------------------------------------------------

  /** Says what is offered now; an answer to another offer is no answer. */
  get offer(): string {
    const { view, hands } = this.table;
    if (this.uninsured.length) return `insurance/${view.question?.turn}/${this.uninsured.map((hand) => hand.line).join()}`;
    const hand = this.active;
    if (!hand?.mine) return '';
    return `${hands.turn}/${hand.line}/${hand.cards.length}/${hand.mine.options.map((each) => each.action).join()}`;
  }

  get waiting(): boolean {
    return this.sent !== '' && this.sent === this.offer;
  }

  private ready(): boolean {
    return !this.waiting && this.guard.allows(this.offer, performance.now());
  }

  async decide(action: string): Promise<void> {
    const hand = this.active;
    const option = hand?.mine?.options.find((each) => each.action === action);
    if (!hand?.mine || !option || option.why_not || !this.ready()) return;
    const { position, line } = hand;
    if (hand.asked) this.remember(hand, action);
    if (hand.asked) await this.once(this.decision(hand, action));
    else await this.ask({ type: 'DecideEarly', position, line, action: hand.mine.early === action ? '' : action });
  }

  private decision(hand: HandModel, action: string): Command {
    const offer_minor = ACTIONS[action]?.priced ? (hand.mine?.offer_minor ?? null) : null;
    const { position, line } = hand;
    return { type: 'Decide', turn: this.table.hands.turn, position, line, action, ...(offer_minor !== null && { offer_minor }) };
  }

  /** A key or a word for an action: free or paid, as it is on offer (D1); insurance is asked of all hands at once. */
  async answer(of: ActionFacts['of']): Promise<void> {
    if (this.table.view.phase === 'insurance') return of === 'insure' || of === 'decline' ? this.insure(of === 'insure') : undefined;
    const found = this.active?.mine?.options.find((each) => ACTIONS[each.action]?.of === of);
    if (found) await this.decide(found.action);
  }

  async insure(accept: boolean, position?: number): Promise<void> {
    const turn = this.table.view.question?.turn;
    if (turn === undefined || !this.ready()) return;
    const command: Command = { type: 'Insure', turn, accept, ...(position !== undefined && { position }) };
    await (position === undefined ? this.once(command) : this.ask(command));
  }

  // -- what a choice is worth ---------------------------------------------------------------------

  /** The values of the hand in front, once they are known and wanted. */
  get values(): Record<string, number> | null {
    return this.wanted === this.offer ? this.known : null;
  }

  private get known(): Record<string, number> | null {
    const hand = this.active;
    if (!hand || this.told?.offer !== this.offer) return null;
    return this.told.hands.find((each) => each.position === hand.position && each.line === hand.line)?.values ?? null;
  }

  /** Asks the house; `show`: at once, else only what comes after the decision. */
  async askValues(show = true): Promise<void> {
    const { offer } = this;
    if (!this.info.values || !this.active || !this.keeper.values) return;
    if (show) this.wanted = offer;
    if (this.told?.offer === offer) return;
    const answer = await this.keeper.values(this.table.key);
    this.valuesAway = answer === null;
    if (answer && this.offer === offer) this.told = { offer, hands: answer.hands };
  }

  /** A new round: the last one's lesson is over. */
  forget(): void {
    this.verdict = null;
  }

  private remember(hand: HandModel, action: string): void {
    const values = this.known;
    const actions = hand.mine!.options.filter((each) => !each.why_not).map((each) => each.action);
    const { position, line, total } = hand;
    const seen = this.wanted === this.offer || settings.get('learning');
    this.verdict = values && seen ? { position, line, total, dealer: this.dealer?.total ?? '', action, actions, values } : null;
  }

  private async once(command: Command): Promise<void> {
    const { offer } = this;
    this.sent = offer;
    const answer = await this.ask(command);
    if (answer.type === 'Refused' && this.sent === offer) this.sent = '';
  }
}
