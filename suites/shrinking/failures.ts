import type {Evidence, PlaceVerdict, RuleVerdict, Violation} from '../../spec/run-record.ts';
import {isSameJson} from '../../spec/json.ts';
import type {Check} from '../language/check.ts';
import type {RunOptions} from '../engine/begin/run-options.ts';
import {fixtureOf, type Fixture} from '../engine/fixtures/fixture.ts';
import {checksBehind, originalOf} from '../engine/fixtures/replay.ts';
import {advancedIn, everyStep} from '../engine/plan/steps.ts';
import type {Target} from '../target/target.ts';
import {withFewerSteps} from './fewer-steps.ts';
import {ObedientTarget} from './obedient.ts';
import {raceOrder} from './race-order.ts';
import {Replays, type FailedAgain} from './replays.ts';
import {recordedAgain, simplified} from './simplest.ts';

/** The most fixtures that are run to simplify one failure. */
const MAX_RUNS = 60;

/** The input for simplifying the failures of a run. */
export interface Shrinking {
  /** The options of the run; `checks` are all checks that fixtures may name. */
  options: RunOptions;
  /** Opens a target that obeys the documents; without one no step of a plain scene is left out. */
  obedient?: () => Promise<Target>;
  /** The most requests to a shared target for all failures. */
  requests: number;
  /** The most milliseconds for all failures. */
  forMs: number;
  /** Called before each failure. */
  progress?: (done: number, of: number, rule: string) => void;
}

/** The rules of a run with the simplest ways to their failures, and what looking for these cost. */
export interface ShrunkFailures extends Pick<Replays, 'requests' | 'residue' | 'leftInUse'> {
  rules: RuleVerdict[];
}

/** A failure that can be shown again. */
interface Shown extends PlaceVerdict {
  evidence: Evidence;
}

/** What is found out about a failure. */
type Story = Pick<PlaceVerdict, 'shrunk' | 'notShrunk' | 'raceOrder'>;

/**
 * Simplifies the failures of a run that has ended: of each failed rule the first place, those with the fewest requests
 * first. No verdict changes, and no evidence is lost: a simpler way stands beside the evidence, once it has failed in
 * the same way.
 */
export async function shrinkFailures(
  rules: readonly RuleVerdict[],
  shrinking: Shrinking,
): Promise<ShrunkFailures> {
  const {options, requests, forMs, obedient, progress} = shrinking;
  const {clock, signal} = options;
  const failures = rules.flatMap((rule) => {
    const place = rule.places.find(isShown);
    return place ? [{rule, place}] : [];
  });
  const shrinker = new Shrinker(
    options,
    new Replays(options, {runs: MAX_RUNS, requests, until: clock.now() + forMs}),
    failures.length && obedient ? new ObedientTarget(await obedient(), options) : undefined,
  );
  const stories = new Map<PlaceVerdict, Story>();
  const inOrder = failures.toSorted((a, b) => requestsIn(a.place) - requestsIn(b.place));
  for (const [done, {rule, place}] of inOrder.entries()) {
    if (signal?.aborted) break;
    progress?.(done, failures.length, rule.rule);
    stories.set(place, await storyOrReason(() => shrinker.storyOf(rule.rule, place)));
  }
  const {replays} = shrinker;
  return {
    rules: rules.map((rule) => ({
      ...rule,
      places: rule.places.map((place) => ({...place, ...stories.get(place)})),
    })),
    requests: replays.requests,
    residue: replays.residue,
    leftInUse: replays.leftInUse,
  };
}

/** A story, or why there is none: whatever goes wrong here, the failure stands. */
async function storyOrReason(story: () => Promise<Story>): Promise<Story> {
  try {
    return await story();
  } catch (error) {
    return {notShrunk: error instanceof Error ? error.message : String(error)};
  }
}

const isShown = (place: PlaceVerdict): place is Shown =>
  place.verdict === 'failed' && place.violations.length > 0 && place.evidence !== undefined;

const requestsIn = ({evidence}: Shown): number => evidence.requests ?? evidence.exchanges.length;

/** Simplifies one failure after the other. */
class Shrinker {
  readonly replays: Replays;
  readonly #options: RunOptions;
  readonly #obedient: ObedientTarget | undefined;

  constructor(options: RunOptions, replays: Replays, obedient: ObedientTarget | undefined) {
    this.replays = replays;
    this.#options = options;
    this.#obedient = obedient;
  }

  async storyOf(rule: string, place: Shown): Promise<Story> {
    const fixture = fixtureOf(rule, place);
    const checks = checksBehind(fixture, this.#options);
    const original = originalOf(fixture, checks);
    const story = await this.#shrunk(fixture, place, original, checks);
    const simplest = story.shrunk ? {...place, ...story.shrunk} : place;
    const order = this.#obedient
      ? await raceOrder(fixtureOf(rule, simplest), simplest.evidence, checks, this.#obedient)
      : undefined;
    return {...story, ...(order && {raceOrder: order})};
  }

  async #shrunk(
    fixture: Fixture,
    place: Shown,
    original: Check | undefined,
    checks: Check[],
  ): Promise<Story> {
    const never = this.#whyNever(place, original);
    if (never) return {notShrunk: never};
    this.replays.begin();
    const [{branch} = {branch: ''}] = place.violations;
    const isGenerated = fixture.sequence !== undefined || fixture.draw !== undefined;
    const again = original && isGenerated && recordedAgain(original, fixture);
    if (!again) return this.#withFewerSteps(fixture, place, checks);
    const {steps} = place.evidence;
    const {failsAgain, failure} = await simplified(again, steps, fixture, branch, this.replays);
    if (failsAgain === undefined) return {notShrunk: TOO_FEW};
    return failsAgain ? storyOf(failure, place) : {notShrunk: NOT_AGAIN};
  }

  /** Why the steps of a failure are not sent again. */
  #whyNever({evidence}: Shown, original: Check | undefined): string | undefined {
    const {target, checks} = this.#options;
    if (!target.shared) return undefined;
    const {scene} = checks.find((one) => one.scene.id === evidence.scene) ?? original ?? {};
    const isBurst = [...everyStep(evidence.steps)].some(
      (step) => step.step === 'repeat' && step.unpaced,
    );
    if (scene?.exhausts || isBurst) return 'it uses up a limit or an allowance';
    if (advancedIn(evidence.steps) && target.lacks('control:advance')) return 'it waits for time';
    return scene?.mayRevokeAccess ? 'it may revoke the access of the run' : undefined;
  }

  /** Leaves out steps of a plain scene, as far as an obedient target passes what is left. */
  async #withFewerSteps(fixture: Fixture, place: Shown, checks: Check[]): Promise<Story> {
    const obedient = this.#obedient;
    const [violation] = place.violations;
    if (!obedient || !violation || !(await obedient.passes(fixture, checks))) return {};
    const tried: (FailedAgain | false | undefined)[] = [];
    let last: FailedAgain | undefined;
    const fails = async (simpler: Fixture): Promise<boolean> => {
      if (!shows(simpler, violation) || !(await obedient.passes(simpler, checks))) return false;
      const failure = await this.replays.failure(simpler, checks, signatureOf(fixture, violation));
      tried.push(failure);
      const isAlike = Boolean(failure) && (failure as FailedAgain).violation.op === violation.op;
      if (isAlike && failure) last = failure;
      return isAlike;
    };
    const likely = new Set(place.evidence.exchanges.map(({step}) => step));
    const simplest = await withFewerSteps(fixture, likely, fails);
    if (simplest !== fixture && last) return storyOf(last, place);
    if (tried.length && tried.every((one) => one === undefined)) return {notShrunk: TOO_FEW};
    const again = await this.replays.failure(fixture, checks, signatureOf(fixture, violation));
    return again === false ? {notShrunk: NOT_AGAIN} : {};
  }
}

const TOO_FEW = 'too few requests or too little time was left to send it again';
const NOT_AGAIN = 'it did not fail again when it was sent once more';

const signatureOf = (
  {rule = ''}: Fixture,
  {branch}: Violation,
): {rule: string; branch: string} => ({
  rule,
  branch,
});

/** Whether a fixture still has the step whose response shows a violation. */
const shows = ({steps}: Fixture, {step}: Violation): boolean =>
  [...everyStep(steps)].some(({id}) => id === step);

/** The failure of simpler steps, if they are simpler. */
function storyOf(failure: FailedAgain | undefined, {evidence}: Shown): Story {
  const {evidence: found, violations = []} = failure?.verdict ?? {};
  if (!found || isSameJson(found.steps, evidence.steps)) return {};
  return {shrunk: {violations, evidence: {...found, scene: evidence.scene}}};
}
