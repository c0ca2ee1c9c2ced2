import {canonicalText, isObject} from '../../../spec/json.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Prepared} from '../planning/prepare.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * What others move who work on a deployment while it is tested: the allowance and the usage of an
 * account, whole lists, and what is left of a limit. A check that compares such a thing accuses only
 * what comes again.
 */

/** Reads of what others move as well, and the value that they move, by operation. */
const READS: Record<string, (body: Record<string, unknown>) => unknown> = {
  getAccount: ({publications_left: left}) => left,
  getAccountUsage: ({daily_runs_used: used, publications_left: left}) => [used, left],
  listPublications: ({data}) => idsIn(data),
  listUsers: ({data}) => idsIn(data),
  listIssues: ({data}) => idsIn(data),
};

/** Operations that read what belongs to the whole deployment, and is compared with such reads. */
const OF_ALL = ['listTools'];

/** The ids of the rows of a list, at whatever depth of its envelope. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((row) => (isObject(row) ? row.id : row));
  return isObject(value) ? Object.values(value).flatMap(idsIn) : [];
}

/**
 * The violations that somebody else may have brought about. One that is about nothing but how a
 * request was answered stands. Where a limit was nearly used up before, none does: somebody else may
 * have used the rest. The minute of the run's own credentials is used up by nobody else.
 * @param read ids of the steps whose responses the judge read
 */
export function movedByOthers(
  violations: readonly Violation[],
  {scene, given, act}: Pick<Prepared, 'scene' | 'given' | 'act'>,
  read: readonly string[],
): Violation[] {
  const steps = [...everyStep([...given, ...act])];
  if (scene.exhausts && !steps.some(leavesLittle)) return [];
  const byId = new Map(steps.map((step) => [step.id, step]));
  const isRead = (id: string): boolean => isMoving(byId.get(id));
  const readsMoving = read.some(isRead);
  const isRace = steps.some(({step}) => step === 'parallel');
  const isNearLimit = !isRace && steps.some(leavesLittle);
  if (isNearLimit) return [...violations];
  return violations.filter(({step, op = '', wanted}) => {
    if (wanted) return false;
    return isRead(step) || (readsMoving && (step === '' || OF_ALL.includes(op)));
  });
}

/** Whether a step is a hook that uses up all of a limit but for a few requests, runs or places. */
export const leavesLittle = (step: Step): boolean =>
  step.step === 'control' && step.verb.startsWith('leave-');

/** Whether a step reads what others move. Who searches for somebody by a value reads his own. */
function isMoving(step: Step | undefined): boolean {
  const call = callOf(step);
  return call !== undefined && call.op in READS && !isObject(call.query?.query);
}

function callOf(step: Step | undefined): Call | undefined {
  if (step?.step === 'walk') return step.page;
  if (step?.step === 'repeat') return callOf(step.body.at(-1));
  return step?.step === 'call' ? step : undefined;
}

/**
 * The requests of a scene that read what these violations are about, one of each operation: of all
 * that it reads where a violation is about another request, which others may have brought to a limit.
 */
export function readsBehind(
  violations: readonly Violation[],
  {given, act}: Pick<Prepared, 'given' | 'act'>,
): Call[] {
  const calls = [...everyStep([...given, ...act])]
    .filter(isMoving)
    .flatMap((one) => callOf(one) ?? []);
  const isAlone = ({path, query, interface: via}: Call): boolean =>
    via === undefined && !/"\$from"|"\$fresh"/.test(JSON.stringify([path, query]));
  const about = violations.map(({op = ''}) => op);
  const isOfOthers = about.some((op) => !(op in READS));
  const ops = new Set(isOfOthers ? calls.map(({op}) => op) : about);
  return [...ops].flatMap((op) => calls.find((call) => call.op === op && isAlone(call)) ?? []);
}

/**
 * Whether a value moved by itself while the run sent nothing but these reads of it. A value that
 * every read moves is moved by the reads.
 */
export function movedBetween(reads: readonly Exchange[]): boolean {
  const values = reads.flatMap(({op, status, body}) =>
    status === 200 && isObject(body) ? [canonicalText(READS[op]?.(body))] : [],
  );
  const moves = values.slice(1).filter((value, index) => value !== values[index]).length;
  return moves > 0 && moves < values.length - 1;
}

/** In how many attempts from scratch such a violation has to be seen before it accuses. */
export const CONFIRMED = 3;

/** What two violations have in common when the same thing is broken again. */
const signatureOf = ({branch, op, step, off}: Violation): string =>
  JSON.stringify([branch, op, step, off]);

/** The violations that each of so many attempts shows again. */
export function comeAgain(
  violations: readonly Violation[],
  attempts: readonly (readonly Violation[])[],
  times = CONFIRMED,
): Violation[] {
  const shown = attempts.map((seen) => new Set(seen.map(signatureOf)));
  return violations.filter(
    (one) => shown.filter((seen) => seen.has(signatureOf(one))).length >= times,
  );
}
