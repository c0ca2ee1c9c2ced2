import {CONTROL_VERBS, describedVerb, type ControlVerb} from '../../../spec/control.ts';
import type {ClaimedFigure, ShownBy} from '../../../spec/control/verb-description.ts';
import {at, idText, isObject} from '../../../spec/json.ts';
import type {TargetClock} from '../../../spec/clock.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {BrokenHookRecord, PlaceVerdict} from '../../../spec/run-record.ts';
import type {Step} from '../../../spec/step.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {BrokenHook} from '../../target/broken-hook.ts';
import {everyStep} from '../plan/steps.ts';
import type {Explanation} from './explanation.ts';
import {ClaimedFigures} from './claimed-figures.ts';
import {timesIn, type TimeInText} from './times-in.ts';

/** What the run has seen of the values that a verb answered. */
interface Seen {
  values: Set<string>;
  /**
   * Those behind which nothing was changed yet: a list that does not show them, or a refusal of a credential after which
   * no other hook was called, contradicts the hook.
   */
  fresh: Set<string>;
  /** Whether a response has shown that the hook does what it answers. */
  isShown: boolean;
  /** A response in which that would have shown, in words. */
  against?: string;
}

/** Milliseconds by which clocks and the way of a response may differ. */
const TOLERANCE_MS = 120_000;

/** Milliseconds from which a moved clock can be told from the real one, validity of links included. */
const MIN_MOVED_MS = 3_600_000;

/**
 * Milliseconds from which a moved clock can be told from the real one by the beginning of something new, which has no
 * validity.
 */
const MIN_SHORT_MOVE_MS = 2 * TOLERANCE_MS + 1;

/** The members that show when something began. */
const BEGINNINGS = ['created_at', 'started_at'];

/** The longest validity that a document gives a link or a checkout, in milliseconds. */
const MAX_VALIDITY_MS = 1_900_000;

/**
 * Collects what responses show of the effects of hooks (`shownBy` of each verb). A hook whose effect never showed
 * in the run, although responses would have shown it, does not do what it answers: it fails nobody.
 */
export class HookEvidence {
  readonly #seen = new Map<ControlVerb, Seen>();
  readonly #figures = claimedFigures();
  readonly #broken = new Map<ControlVerb, string>();
  /** The times that responses have shown. */
  readonly #known = new Set<string>();
  readonly #clock: TargetClock | undefined;
  readonly #limitsFollow: () => boolean | undefined;

  /**
   * @param clock the clock that `advance` moves
   * @param limitsFollow whether limits have followed that clock; undefined if that is not known
   */
  constructor(clock?: TargetClock, limitsFollow: () => boolean | undefined = () => undefined) {
    this.#clock = clock;
    this.#limitsFollow = limitsFollow;
  }

  /**
   * The hooks that are broken, with what shows it: those whose answer is none, those that explain a failure, and those
   * of which a figure of the API never showed what they claimed.
   */
  get broken(): BrokenHookRecord[] {
    for (const verb of this.#figures.keys()) {
      const against = this.#against(verb);
      if (against !== undefined) this.#broken.set(verb, problemText(against));
    }
    return [...this.#broken].map(([verb, problem]) => ({verb, problem}));
  }

  /** Notes a hook whose answer is not what its verb describes. */
  noteBroken({verb, problem}: BrokenHook): void {
    this.#broken.set(verb, problem);
  }

  /** Notes a call of a hook with its answer. */
  noteAnswer(call: Exchange): void {
    const [verb, answered] = [call.sent.url as ControlVerb, call.body];
    const {shownBy} = describedVerb(verb);
    for (const [other, seen] of this.#seen) if (isCredential(other)) seen.fresh.clear();
    if (isClaimedFigure(shownBy)) {
      this.#figures.get(verb)?.noteCall(call);
      return;
    }
    if (typeof shownBy !== 'object' || !isObject(answered)) return;
    const value = idText(answered['named' in shownBy ? shownBy.named : shownBy.accepted]);
    if (value === undefined) return;
    const seen = this.#of(verb);
    seen.values.add(value);
    seen.fresh.add(value);
  }

  /** Notes a response of the deployment. */
  noteResponse(exchange: Exchange): void {
    for (const [verb, seen] of this.#seen) {
      if (seen.isShown || verb === 'advance') continue;
      const {shownBy} = describedVerb(verb);
      if (typeof shownBy !== 'object' || isClaimedFigure(shownBy)) continue;
      if ('named' in shownBy) noteNames(seen, exchange, shownBy.in);
      else noteUse(seen, exchange);
    }
    this.#noteFigures(exchange);
    this.#noteTimes(exchange);
  }

  #noteFigures(exchange: Exchange): void {
    for (const [verb, figures] of this.#figures) {
      const shown = figures.noteResponse(exchange);
      if (!shown) continue;
      const seen = this.#of(verb);
      if (shown.isShown) seen.isShown = true;
      else seen.against ??= shown.got;
    }
  }

  /** Explains a failure whose evidence contains the call of a hook that did not do what it answered. */
  explain({evidence}: PlaceVerdict): Explanation | undefined {
    for (const step of everyStep(evidence?.steps ?? [])) {
      const verb = verbOf(step);
      const against = verb && this.#against(verb);
      if (verb === undefined || against === undefined) continue;
      const problem = problemText(against);
      this.#broken.set(verb, problem);
      return {reason: `the hook ${verb} is broken: ${problem}`};
    }
    return undefined;
  }

  #against(verb: ControlVerb): string | undefined {
    const seen = this.#seen.get(verb);
    if (seen?.isShown) return undefined;
    if (verb !== 'advance') return seen?.against;
    const follow = this.#limitsFollow();
    if (follow === true) return undefined;
    return seen?.against ?? (follow === false ? 'limits did not follow the clock' : undefined);
  }

  /** Compares the times in a response to a request that made something with the clock that was moved. */
  #noteTimes(exchange: Exchange): void {
    const {sentAt, sent, wire, body, headers} = exchange;
    const moved = this.#clock?.moved ?? 0;
    const beginnings = this.#newBeginnings(body);
    if (moved < MIN_SHORT_MOVE_MS) return;
    const seen = this.#of('advance');
    if (seen.isShown) return;
    const [there, here] = [sentAt, sentAt - moved];
    const text = JSON.stringify([wire ?? body ?? null, headers]);
    const times = timesIn(text);
    const isNear = (time: number, clock: number): boolean =>
      time >= clock - TOLERANCE_MS && time <= clock + MAX_VALIDITY_MS;
    const isNew = mayHaveMade(exchange);
    if (moved < MIN_MOVED_MS) {
      if (isNew)
        noteBeginnings(seen, beginnings, {there, here, request: `${sent.method} ${sent.url}`});
      return;
    }
    if (times.some(({at}) => isNear(at, there))) {
      seen.isShown = true;
      return;
    }
    const real = isNew
      ? timesIn(JSON.stringify(wire ?? body ?? null)).find(({at}) => isNear(at, here))
      : undefined;
    if (real) seen.against ??= againstText(moved, `${sent.method} ${sent.url}`, real.text);
  }

  /** The instants at which what a response shows began, of which no earlier response has shown any. */
  #newBeginnings(body: unknown): TimeInText[] {
    const shown = BEGINNINGS.flatMap((name) => at(body, `/${name}`) ?? []);
    const times = timesIn(JSON.stringify(shown)).filter(({text}) => !this.#known.has(text));
    for (const {text} of times) this.#known.add(text);
    return times;
  }

  #of(verb: ControlVerb): Seen {
    const seen = this.#seen.get(verb) ?? {values: new Set(), fresh: new Set(), isShown: false};
    this.#seen.set(verb, seen);
    return seen;
  }
}

/** Whether a hook answers a credential, which a later hook may take away. */
function isCredential(verb: ControlVerb): boolean {
  const {shownBy} = describedVerb(verb);
  return typeof shownBy === 'object' && 'accepted' in shownBy;
}

/** Whether a request may have made something. */
const mayHaveMade = ({sent, status}: Exchange): boolean =>
  !['GET', 'HEAD'].includes(sent.method) && isSuccessStatus(status);

const problemText = (against: string): string =>
  `no response of this run shows that it did what it answered (${against})`;

const againstText = (moved: number, request: string, time: string): string =>
  `after a move by ${Math.round(moved / 60_000)} min, ${request} showed ${time}`;

/** Compares when something new began with both clocks, of which only one can be right. */
function noteBeginnings(
  seen: Seen,
  beginnings: readonly TimeInText[],
  {there, here, request}: {there: number; here: number; request: string},
): void {
  const isAt = (time: number, clock: number): boolean => Math.abs(time - clock) <= TOLERANCE_MS;
  if (beginnings.some((one) => isAt(one.at, there))) seen.isShown = true;
  const real = beginnings.find((one) => isAt(one.at, here));
  if (real) seen.against ??= againstText(there - here, request, real.text);
}

/** What is compared for each verb that claims a figure; the figure before the first call counts, too. */
function claimedFigures(): Map<ControlVerb, ClaimedFigures> {
  const verbs = Object.keys(CONTROL_VERBS) as ControlVerb[];
  return new Map(
    verbs.flatMap((verb) => {
      const {shownBy} = describedVerb(verb);
      return isClaimedFigure(shownBy) ? [[verb, new ClaimedFigures(shownBy)] as const] : [];
    }),
  );
}

const isClaimedFigure = (shownBy: ShownBy | undefined): shownBy is ClaimedFigure =>
  typeof shownBy === 'object' && 'of' in shownBy;

function verbOf(step: Step): ControlVerb | undefined {
  if (step.step === 'advance') return 'advance';
  return step.step === 'control' && step.verb in CONTROL_VERBS
    ? (step.verb as ControlVerb)
    : undefined;
}

/** Notes whether a credential that a hook answered was accepted. */
function noteUse(seen: Seen, {sent: {headers, method, url}, status}: Exchange): void {
  const used = Object.values(headers).flatMap((header) =>
    [...seen.values].filter((value) => header.endsWith(value)),
  );
  if (!used.length || status === 0) return;
  if (status !== 401) seen.isShown = true;
  else if (used.some((value) => seen.fresh.has(value)))
    seen.against ??= `${method} ${url} with it was answered 401`;
}

/** Notes whether a response shows a value that a hook answered, or accepts it in the path. */
function noteNames(
  seen: Seen,
  {op, sent: {method, url}, status, wire, body}: Exchange,
  list: string,
): void {
  const text = JSON.stringify(wire ?? body ?? null);
  for (const value of seen.values) {
    const isInPath = isSuccessStatus(status) && url.includes(encodeURIComponent(value));
    if (isInPath || text.includes(JSON.stringify(value).slice(1, -1))) {
      seen.isShown = true;
      return;
    }
  }
  if (method !== 'GET') seen.fresh.clear();
  else if (op === list && seen.fresh.size && isSuccessStatus(status) && isDecisive(body))
    seen.against ??= `${method} ${url} does not show it`;
}

/**
 * Whether a list that does not show a value speaks against the hook: it is empty, or has texts only. Rows may be those
 * of a deployment that shows their ids wrongly, which is no fault of a hook.
 */
function isDecisive(body: unknown): boolean {
  const rows = isObject(body) ? body['data'] : undefined;
  return Array.isArray(rows) && rows.every((row) => typeof row === 'string');
}
