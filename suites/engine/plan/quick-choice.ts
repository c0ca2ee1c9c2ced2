import type {Contract} from '../../../spec/contract.ts';
import type {Api, RuleId} from '../../../spec/rule.ts';
import type {LeftOut} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {mayBeDecidedPassively} from '../../contract/checks/passive-checks.ts';
import {QUICK_REQUESTS} from '../../generation/effort.ts';
import {contractsOf} from '../facts/contracts.ts';
import {checksFor} from './deployment-for-tests.ts';
import {ForeseenRequests} from './foreseen-requests.ts';
import type {PlanInputs} from './plan.ts';
import {prepare, type PreparedScene} from './prepare.ts';
import {advancedIn, everyStep, requestsOf} from './steps.ts';

/** The longest wait of a scene of quick effort, in milliseconds. */
const MAX_WAIT_MS = 20_000;

/** The most requests of a scene of quick effort. */
const MAX_REQUESTS = 60;

/** A scene that may be chosen, with the checks that it decides. */
interface Candidate {
  scene: PreparedScene;
  checks: Check[];
}

/** The checks of quick effort, and the rules that it leaves out. */
export interface QuickChoice {
  checks: Check[];
  leftOut: LeftOut[];
}

/**
 * Chooses the checks of quick effort: one place of every rule that needs no burst and no long wait (the plain one if
 * there is one), in the scenes that together cost the fewest requests, and every other place that costs none. A request
 * that an earlier scene sends is not counted again, and neither is a scene that shows only what responses in others
 * show. Rules that need what the target lacks are not left out, if they suit quick effort; they are not exercised, as at
 * any effort.
 */
export function quickChoice({
  specifications,
  checks,
  target,
}: Omit<PlanInputs, 'seed'>): QuickChoice {
  const contracts = contractsOf(specifications);
  const absent = checks.filter(({scene}) => !target.apis.includes(scene.api));
  const present = checks.filter(({scene}) => target.apis.includes(scene.api));
  const planned = checksFor(present, target);
  const all = candidatesOf(planned, (scene) => prepare(scene, target, contracts));
  const suitable = all.filter(({scene}) => !scene.unavailable && hindrance(scene) === undefined);
  const suitableFor = (api: Api): Candidate[] => suitable.filter(({scene}) => scene.api === api);
  const chosen = new Set([
    ...cheapest(suitableFor('workspace'), contracts),
    ...cheapest(suitableFor('store'), contracts),
  ]);
  const decided = new Set([...chosen].map(({rule}) => rule));
  const leftOut: LeftOut[] = [];
  for (const [rule, candidates] of byRule(all)) {
    if (decided.has(rule)) continue;
    const reason = whyLeftOut(candidates);
    if (reason !== undefined) leftOut.push({rule, reason});
    else for (const check of firstOf(rule, candidates)) chosen.add(check);
  }
  return {checks: [...costliestFirst(all, chosen), ...absent], leftOut};
}

function candidatesOf(
  checks: Check[],
  prepared: (scene: Check['scene']) => PreparedScene,
): Candidate[] {
  const scenes = new Map<string, Candidate>();
  for (const check of checks) {
    const {id} = check.scene;
    const candidate = scenes.get(id) ?? {scene: prepared(check.scene), checks: []};
    candidate.checks.push(check);
    scenes.set(id, candidate);
  }
  return [...scenes.values()];
}

function byRule(candidates: Candidate[]): Map<RuleId, Candidate[]> {
  const rules = new Map<RuleId, Candidate[]>();
  for (const candidate of candidates)
    for (const rule of new Set(candidate.checks.map((check) => check.rule)))
      rules.set(rule, [...(rules.get(rule) ?? []), candidate]);
  return rules;
}

/** Says why a scene is unsuitable for quick effort; undefined for a suitable one. */
function hindrance(scene: PreparedScene): string | undefined {
  const steps = [...scene.given, ...scene.act];
  const repeats = [...everyStep(steps)].filter((step) => step.step === 'repeat');
  if (scene.exhausts || repeats.some(({unpaced}) => unpaced))
    return 'needs a burst of requests, or uses an allowance up';
  if (scene.mayRevokeAccess) return 'may leave other credentials without access';
  const pauses = repeats.reduce((total, {every = 0, times}) => total + every * times, 0);
  if (advancedIn(steps) + pauses > MAX_WAIT_MS) return 'needs a long wait';
  return requestsOf(steps) > MAX_REQUESTS ? TOO_MANY : undefined;
}

const TOO_MANY = 'needs too many requests of its own';

/**
 * Says why no scene of a rule was chosen; undefined if the target lacks what each of them needs. A rule of which every
 * scene is unsuitable is left out even then, since quick effort would not decide it with what is missing.
 */
function whyLeftOut(candidates: Candidate[]): string | undefined {
  const hindrances = candidates.map(({scene}) => hindrance(scene));
  if (!hindrances.includes(undefined)) return hindrances[0];
  const [cheapestOne] = candidates
    .map(({scene}) => scene)
    .filter(({unavailable}) => !unavailable)
    .sort((one, other) => one.requests - other.requests);
  return cheapestOne && (hindrance(cheapestOne) ?? TOO_MANY);
}

const firstOf = (rule: RuleId, [candidate]: Candidate[]): Check[] =>
  candidate?.checks.filter((check) => check.rule === rule).slice(0, 1) ?? [];

/** The chosen checks, large scenes first, since smaller ones can reuse their requests. */
const costliestFirst = (candidates: Candidate[], chosen: ReadonlySet<Check>): Check[] =>
  candidates
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .flatMap(({checks}) => checks.filter((check) => chosen.has(check)));

/** The sort key of a scene: its requests; a scene that reuses nothing comes before all others. */
const weightOf = ({scene}: Candidate): number =>
  scene.requests + (scene.consecutive ? MAX_REQUESTS : 0);

/** The checks of the candidates that decide the most rules for the fewest requests. */
function cheapest(candidates: Candidate[], contracts: Record<Api, Contract>): Check[] {
  const foreseen = new ForeseenRequests(contracts);
  const decided = new Set<RuleId>();
  const plain = plainOnly(candidates);
  const judged = withChecks(plain, (one) => !mayBeDecidedPassively(one));
  const taken = new Set(
    [judged, plain, candidates].flatMap((some) => scenesChosen(some, decided, foreseen)),
  );
  return candidates.filter(({scene}) => taken.has(scene)).flatMap(({checks}) => checks);
}

/**
 * The candidates without the checks of particular places. The check of a rule that is generated from the contract is the
 * plain one: a particular place alone would say little.
 */
function plainOnly(candidates: Candidate[]): Candidate[] {
  const checks = candidates.flatMap((candidate) => candidate.checks);
  const generated = new Set(checks.filter(({table}) => table).map(({rule}) => rule));
  return withChecks(candidates, ({rule, table}) => table === true || !generated.has(rule));
}

/** The candidates with those of their checks that are wanted, if there are any. */
const withChecks = (candidates: Candidate[], isWanted: (check: Check) => boolean): Candidate[] =>
  candidates
    .map(({scene, checks}) => ({scene, checks: checks.filter(isWanted)}))
    .filter(({checks}) => checks.length);

/**
 * Chooses scenes one after the other, as long as the requests suffice.
 * @param decided the rules that the chosen scenes decide: more are added
 */
function scenesChosen(
  candidates: Candidate[],
  decided: Set<RuleId>,
  foreseen: ForeseenRequests,
): PreparedScene[] {
  const taken: PreparedScene[] = [];
  const open = new Map(candidates.map((one) => [one, openOf(one)]));
  while (open.size) {
    const best = mostWorth(open, decided, foreseen);
    if (!best) break;
    open.delete(best.candidate);
    if (foreseen.requests + best.cost > QUICK_REQUESTS) continue;
    foreseen.add(best.candidate.scene);
    taken.push(best.candidate.scene);
    for (const {rule} of best.candidate.checks) decided.add(rule);
  }
  return taken;
}

/** What the choice asks about a candidate again and again. */
interface Open {
  /** The rules that it decides and that nothing decides yet. */
  rules: Set<RuleId>;
  /** Whether responses in other scenes may show all that it shows. */
  isPassive: boolean;
}

const openOf = ({checks}: Candidate): Open => ({
  rules: new Set(checks.map(({rule}) => rule)),
  isPassive: checks.every(mayBeDecidedPassively),
});

/** A candidate, what it costs as the next one, and how many further rules it decides per request. */
interface Worth {
  candidate: Candidate;
  cost: number;
  worth: number;
}

/**
 * The candidate that decides the most further rules per request; undefined if none decides any.
 * @param open those that may still be chosen: one that decides nothing further is taken out
 */
function mostWorth(
  open: Map<Candidate, Open>,
  decided: ReadonlySet<RuleId>,
  foreseen: ForeseenRequests,
): Worth | undefined {
  let best: Worth | undefined;
  for (const [candidate, {rules, isPassive}] of open) {
    for (const rule of rules) if (decided.has(rule)) rules.delete(rule);
    if (!rules.size) {
      open.delete(candidate);
      continue;
    }
    const isShown = isPassive && foreseen.shows(candidate.scene);
    // Half a request is added, so that of two scenes without a cost the one with more rules is better.
    const cost = isShown ? 0 : foreseen.costOf(candidate.scene);
    const worth = rules.size / (cost + 0.5);
    if (!best || worth > best.worth) best = {candidate, cost, worth};
  }
  return best;
}
