/**
 * State that other clients of a deployment may change while it is tested: the allowance and usage of an
 * account, whole lists, and the rest of a limit. A check that compares such state fails only if the
 * violation is seen again.
 */

import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAboutOutcome} from '../../language/judge.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {callOf, everyStep} from '../plan/steps.ts';

/** Operations that read state that other clients may change, with the value that may change. */
const READS: Record<string, (body: Record<string, unknown>) => unknown> = {
  getAccount: ({publications_left: left}) => left,
  getAccountUsage: ({daily_runs_used: used, publications_left: left}) => [used, left],
  listPublications: ({data}) => idsIn(data),
  listUsers: ({data}) => idsIn(data),
  listIssues: ({data}) => idsIn(data),
};

/** Operations that read the state of the whole deployment, which is compared with such reads. */
const OF_ALL = ['listTools'];

/** The ids of the rows of a list, at whatever depth of its envelope. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((row) => (isObject(row) ? row.id : row));
  return isObject(value) ? Object.values(value).flatMap(idsIn) : [];
}

/**
 * The violations that another client of the deployment may have caused. Violations about nothing but
 * the outcome of a request, or a server error, are not among them, unless a hook left only a few units of
 * a limit: another client may have used these.
 * @param read ids of the steps whose responses the judge read
 */
export function movedByOthers(
  violations: readonly Violation[],
  {given, act, exhausts}: Pick<PreparedScene, 'given' | 'act' | 'exhausts'>,
  read: readonly string[],
): Violation[] {
  const steps = [...everyStep([...given, ...act])];
  const leavesFewUnits = steps.some(leavesLittle);
  const isRace = steps.some(({step}) => step === 'parallel');
  // A burst uses up the limit of the run's own credential, which no other client has.
  if (exhausts && !leavesFewUnits) return [];
  if (leavesFewUnits && !isRace) return [...violations];
  const sharedReads = new Set(steps.filter(readsSharedState).map(({id}) => id));
  const judgeReadSharedState = read.some((id) => sharedReads.has(id));
  return violations.filter((one) => {
    const isAboutSharedState =
      sharedReads.has(one.step) ||
      (judgeReadSharedState && (one.step === '' || OF_ALL.includes(one.op ?? '')));
    return isAboutSharedState && !isAboutOutcome(one) && !one.isOfServerError;
  });
}

/** Whether a step is a hook that leaves only a few requests, runs or places of a limit. */
export const leavesLittle = (step: Step): boolean =>
  step.step === 'control' && step.verb.startsWith('leave-');

/** Whether a step reads state that other clients may change. A search for a value finds only own rows. */
function readsSharedState(step: Step): boolean {
  const call = lastCallOf(step);
  return call !== undefined && call.op in READS && !isObject(call.query?.query);
}

/** The request of a step, or of the last step that it repeats. */
function lastCallOf(step: Step | undefined): Call | undefined {
  if (step?.step === 'repeat') return lastCallOf(step.body.at(-1));
  return step && callOf(step);
}

/**
 * The requests of a scene that read what these violations are about, one for each operation. If a
 * violation is about a request that reads no shared state, these are all such reads of the scene, since
 * other clients may have brought that request to a limit.
 */
export function readsBehind(
  violations: readonly Violation[],
  {given, act}: Pick<PreparedScene, 'given' | 'act'>,
): Call[] {
  const calls = [...everyStep([...given, ...act])]
    .filter(readsSharedState)
    .flatMap((one) => lastCallOf(one) ?? []);
  const needsNoOther = ({path, query, interface: via}: Call): boolean =>
    via === undefined && !/"\$from"|"\$fresh"/.test(JSON.stringify([path, query]));
  const about = violations.map(({op = ''}) => op);
  const isAboutOtherRequest = about.some((op) => !(op in READS));
  const ops = new Set(isAboutOtherRequest ? calls.map(({op}) => op) : about);
  return [...ops].flatMap((op) => calls.find((call) => call.op === op && needsNoOther(call)) ?? []);
}

/**
 * Whether a value changed while the run sent nothing but these reads of it. A value that changes with
 * every read is changed by the reads themselves.
 */
export function movedBetween(reads: readonly Exchange[]): boolean {
  const values = reads.flatMap(({op, status, body}) =>
    status === 200 && isObject(body) ? [canonicalText(READS[op]?.(body))] : [],
  );
  const changes = values.slice(1).filter((value, index) => value !== values[index]).length;
  return changes > 0 && changes < values.length - 1;
}

/** The number of attempts from scratch that must show such a violation before it counts. */
export const MIN_CONFIRMING_ATTEMPTS = 3;

/** Equal for two violations when the same failure is seen again. */
const signatureOf = ({branch, op, step, off}: Violation): string =>
  JSON.stringify([branch, op, step, off]);

/** The violations that are seen in at least so many attempts. */
export function comeAgain(
  violations: readonly Violation[],
  attempts: readonly (readonly Violation[])[],
  times = MIN_CONFIRMING_ATTEMPTS,
): Violation[] {
  const shown = attempts.map((seen) => new Set(seen.map(signatureOf)));
  return violations.filter(
    (one) => shown.filter((seen) => seen.has(signatureOf(one))).length >= times,
  );
}
