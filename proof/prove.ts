import {single, type Defect} from '../mock/defect.ts';
import {defined} from '../spec/defined.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import {isSeenBroken} from '../spec/seen-broken.ts';
import type {Exchange} from '../spec/exchange.ts';
import type {Check} from '../suites/language/check.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {conformanceOf} from '../suites/engine/judge/conformance.ts';
import {run} from '../suites/engine/run.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import type {Target} from '../suites/target/target.ts';
import {accusationsOn, describeAccusations, type Accusation} from './accusations.ts';
import type {OpenFront} from './fronts.ts';
import {shardOf, type Shard} from './nightly-options.ts';

/** The result for one defect. */
export interface Trial {
  defect: string;
  rule: RuleId;
  place?: string;
  /** Whether the rule's own check detected it. */
  killed: boolean;
  /** What the check reported: the failure, or the verdict instead. */
  saw: string;
  /** How often the check was run, when more than once: see `TRIES_OF_A_RACE`. */
  tries?: number;
}

/** The proof of a rule: every place needs a defect that its check detects. */
export interface Proof {
  rule: RuleId;
  places: {place: string; killed: number; defects: number}[];
}

/** The results of some steps of a proof. */
export interface ProofPart {
  trials: Trial[];
  accusations: Accusation[];
}

/** The result of a proof. */
export interface ProofResult extends ProofPart {
  proofs: Proof[];
}

/** The inputs of a proof. */
export interface ProofOptions {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** The same checks with the sequences and values that a seed generates. */
  checksFor(seed: number): Check[];
  defects: Defect[];
  seeds: number[];
  /** The variants of a mock without defects, by name: see `fronts.ts`. Each is tested with some seed. */
  fronts: Record<string, OpenFront>;
  /** Makes a mock with one defect in every world, or with none. */
  mock(defect?: Defect): Target;
  clock: WaitingClock;
  /** The part of the steps that is run. Default: all. */
  shard?: Shard;
  /** Called before each step. */
  progress?: (done: number, of: number, what: string) => void;
}

/** Runs every check against its defects, and all of them against mocks without defects. */
export const prove = async (options: ProofOptions): Promise<ProofResult> =>
  proofOf(options.checks, [await provePart(options)]);

/** Combines the results of the parts of a proof. */
export function proofOf(checks: Check[], parts: ProofPart[]): ProofResult {
  const trials = parts.flatMap((part) => part.trials);
  const accusations = parts.flatMap((part) => part.accusations);
  return {trials, proofs: proofsOf(checks, trials), accusations};
}

/** A step of a proof: all checks on a mock without defects, or some on a mock with one. */
interface Step {
  what: string;
  play(): Promise<Partial<ProofPart>>;
}

/** Runs the steps of a shard, one after the other. */
export async function provePart(options: ProofOptions): Promise<ProofPart> {
  const all = [...correctMocks(options), ...defectiveMocks(options)];
  const steps = options.shard ? shardOf(all, options.shard) : all;
  const part: ProofPart = {trials: [], accusations: []};
  for (const [done, {what, play}] of steps.entries()) {
    options.progress?.(done, steps.length, what);
    const {trials = [], accusations = []} = await play();
    part.trials.push(...trials);
    part.accusations.push(...accusations);
  }
  return part;
}

const correctMocks = (options: ProofOptions): Step[] =>
  frontsWithSeeds(Object.entries(options.fronts), options.seeds).map(([[name, open], seed]) => ({
    what: `mock without defects, ${name}, seed ${seed}`,
    async play() {
      const {specifications, clock} = options;
      const front = await open(specifications, seed);
      const checks = options.checksFor(seed);
      return {accusations: await accusationsOn(specifications, checks, front, seed, clock)};
    },
  }));

/**
 * Pairs variants and seeds, so that each occurs at least once; each pair is a whole run. Every variant with every seed
 * is left to `npm run nightly:seeds`.
 */
export function frontsWithSeeds<Front>(
  fronts: readonly Front[],
  seeds: readonly number[],
): [Front, number][] {
  const runs = fronts.length && seeds.length ? Math.max(fronts.length, seeds.length) : 0;
  return Array.from({length: runs}, (_none, index) => [
    defined(fronts[index % fronts.length], 'a front'),
    defined(seeds[index % seeds.length], 'a seed'),
  ]);
}

function defectiveMocks(options: ProofOptions): Step[] {
  let conformance: RunOptions['conformance'];
  return options.defects.map((defect) => ({
    what: defect.name,
    async play() {
      const target = options.mock(defect);
      // The schemas are compiled once: every target has the same profile.
      conformance ??= conformanceOf(options.specifications, target);
      return {trials: [await trialOf(defect, options, target, conformance)]};
    },
  }));
}

/** Runs the checks of a defect's rule against a mock that has the defect. */
async function trialOf(
  defect: Defect,
  options: ProofOptions,
  target: Target,
  conformance: RunOptions['conformance'],
): Promise<Trial> {
  const {breaks, place} = defect;
  const checks = options.checks.filter(
    (check) => check.rule === breaks && (place === undefined || check.place === place),
  );
  const {specifications, clock} = options;
  const seed = options.seeds[0] ?? 1;
  const base = {specifications, target, seed, clock};
  const most = concernsRace(defect) ? TRIES_OF_A_RACE : 1;
  let tries = 0;
  let outcome: TrialOutcome;
  do {
    tries += 1;
    outcome = await oneTry(breaks, {...base, checks, ...(conformance && {conformance})});
  } while (!outcome.killed && tries < most);
  if (!outcome.killed && checks.length)
    outcome.saw += `; ${await explainSurvival({...base, checks}, options.mock())}`;
  return {
    defect: defect.name,
    rule: breaks,
    ...(place !== undefined && {place}),
    ...outcome,
    ...(tries > 1 && {tries}),
  };
}

/** Runs one check after the other, until one detects the defect. */
async function oneTry(breaks: RuleId, options: RunOptions): Promise<TrialOutcome> {
  let outcome: TrialOutcome = {killed: false, saw: 'no check decides this rule at this place'};
  for (const check of options.checks) {
    const {rules} = await run({...options, checks: [check]});
    outcome = outcomeOf(rules.find(({rule}) => rule === breaks));
    if (outcome.killed) break;
  }
  return outcome;
}

/**
 * How often to try a defect that only simultaneous requests show. Which of them arrives first depends on the machine:
 * a cancellation that arrives before the update shows nothing.
 */
const TRIES_OF_A_RACE = 3;

const concernsRace = (defect: Defect): boolean =>
  single(defect).some(({seam}) => seam === 'stale' || seam === 'late');

type TrialOutcome = Pick<Trial, 'killed' | 'saw'>;

/** A defect is detected when the rule fails, or when an `observed` rule differs. */
function outcomeOf(rule: RuleVerdict | undefined): TrialOutcome {
  if (!rule) return {killed: false, saw: 'the rule was not decided'};
  if (isSeenBroken(rule)) {
    const [violation] = rule.places.find(isSeenBroken)?.violations ?? [];
    return {killed: true, saw: `expected ${violation?.expected}, got ${violation?.got}`};
  }
  return {killed: false, saw: `${rule.verdict}${rule.reason ? `: ${rule.reason}` : ''}`};
}

/**
 * Explains why a defect survives: either all responses equal those of the mock without the defect, so that the defect
 * has no effect on the requests of the checks; or a response differs, and the judge does not report it.
 */
async function explainSurvival(options: RunOptions, untouched: Target): Promise<string> {
  const usual = await responsesOf({...options, target: untouched});
  const other = (await responsesOf(options)).find((response) => !usual.includes(response));
  return other
    ? `a response of ${other.split('\n')[0]} differs, but no judge reports it`
    : 'no response differs from those of the mock without the defect';
}

/** The authentication code in a link or a cursor, which differs between worlds. */
const SEAL = /[\w-]{64}(?![\w-])/g;

/**
 * Every response of a mock, as text that begins with the operation, without the name of the world, its authentication
 * codes and the time of day.
 */
async function responsesOf(options: RunOptions): Promise<string[]> {
  const responses: string[] = [];
  const seen = (exchange: Exchange): void => {
    const {op, status, wire, body} = exchange;
    // The end of a generated file, and so its entity tag, differs for each link to which it is uploaded.
    const {date: _date, 'content-length': _length, etag: _etag, ...headers} = exchange.headers;
    const text = JSON.stringify([status, headers, wire ?? body]);
    responses.push(`${op}\n${text}`.replaceAll(/\/w\/w\d+/g, '').replaceAll(SEAL, ''));
  };
  await run({...options, onExchange: seen});
  return responses;
}

function proofsOf(checks: Check[], trials: Trial[]): Proof[] {
  const placesOf = new Map<RuleId, Set<string>>();
  for (const {rule, place} of checks)
    placesOf.set(rule, (placesOf.get(rule) ?? new Set()).add(place));
  return [...placesOf].map(([rule, places]) => {
    const ofRule = trials.filter((trial) => trial.rule === rule);
    return {rule, places: [...places].map((place) => placeProof(place, ofRule))};
  });
}

/** A defect without a place counts for all places of its rule. */
function placeProof(place: string, trials: Trial[]): Proof['places'][number] {
  const here = trials.filter((trial) => trial.place === undefined || trial.place === place);
  return {place, defects: here.length, killed: here.filter(({killed}) => killed).length};
}

/** Every reason why a proof fails: accusations, survivors, places without a detected defect. */
export function holesOf({trials, proofs, accusations}: ProofResult): string[] {
  const survivors = trials.filter(({killed}) => !killed);
  const unproven = proofs.flatMap(({rule, places}) =>
    places.filter(({killed}) => killed === 0).map(({place}) => `unproven: ${rule} at ${place}`),
  );
  return [
    ...describeAccusations(accusations),
    ...survivors.map(({defect, saw}) => `survived: ${defect} (${saw})`),
    ...unproven,
  ];
}
