import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import {isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Role} from '../../../spec/step.ts';
import {isOfTwin} from '../../credentials/twins.ts';
import {CREDENTIALS_OF} from '../../credentials/ways.ts';
import type {Check} from '../../language/check.ts';
import {summaryOf} from '../../language/judge.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import type {CheckVerdict} from '../judge/place-results.ts';
import type {RunServices} from '../judge/run-services.ts';
import {hasTwin, type PreparedScene} from '../plan/prepare.ts';
import {racesIn} from '../plan/steps.ts';
import {isRefusal} from './plain-values.ts';

/** A scene after its attempts: its verdicts, in the order of its checks, and the exchanges of its last attempt. */
export interface AttemptedScene {
  scene: PreparedScene;
  checks: Check[];
  verdicts: CheckVerdict[];
  exchanges: readonly Exchange[];
}

/** The credential that sends some requests of a scene beside, or in place of, its own. */
export const anotherOf = (scene: PreparedScene): Role =>
  CREDENTIALS_OF[scene.api][hasTwin(scene) ? 'ofOtherTenant' : 'another'];

/** The scene as its own credential sends it, if the other one is not confirmed, or was refused what its own may do. */
export function withUsableCredentials(
  scene: PreparedScene,
  {doubtfulRoles, unlikeRoles}: Pick<RunServices, 'doubtfulRoles' | 'unlikeRoles'>,
): PreparedScene {
  const another = anotherOf(scene);
  const isUsable = !doubtfulRoles.has(another) && !unlikeRoles.has(another);
  return scene.sentBy && !isUsable ? scene.sentBy.own : scene;
}

/** Statuses by which a credential may be refused what another one may do: the document leaves the abilities of an admin open. */
const OF_ABILITIES: ReadonlySet<number> = new Set([401, 403]);

/** Whether the other credential was refused something, for which its abilities may be the reason, that was served to the own one. */
export const isRefusedToAnother = (
  {scene, exchanges}: AttemptedScene,
  {exchanges: byOwn}: AttemptedScene,
): boolean =>
  exchanges.some(
    ({as, step, status}) =>
      as === anotherOf(scene) &&
      !isOfTwin(step) &&
      OF_ABILITIES.has(status) &&
      byOwn.every((one) => one.step !== step || one.status !== status),
  );

/**
 * The first request that was answered otherwise than with the own credential alone, if it was refused and served there. A
 * search that finds nothing, and what follows another difference, may be its consequence; races are left out.
 */
export function refusedBeside(
  {scene, exchanges}: AttemptedScene,
  {exchanges: byOwn}: AttemptedScene,
): Exchange | undefined {
  const raced = racesIn([...scene.given, ...scene.act]);
  const statusesOf = (step: string): number[] =>
    byOwn.filter((one) => one.step === step).map(({status}) => status);
  const first = exchanges.find(
    ({step, status}) => !raced.has(step) && !isOfTwin(step) && !statusesOf(step).includes(status),
  );
  if (!first || !isRefusal(first) || !statusesOf(first.step).some(isSuccessOrRedirect))
    return undefined;
  const isSearch = first.sent.method === 'GET' && !Object.keys(first.path ?? {}).length;
  return isSearch ? undefined : first;
}

/** The violation of the rule about the success of an operation that is refused to another credential, or beside it. */
export const refusalBeside = (
  {scene, exchanges}: AttemptedScene,
  refused: Exchange,
  rule: RuleId,
  {redaction, target}: RunServices,
): {rule: RuleId; verdict: CheckVerdict} => {
  const {step, op} = refused;
  const way = scene.sentBy ? inWords(scene.sentBy.way, scene) : '';
  const violation = {
    branch: hasTwin(scene) ? 'refused beside another tenant' : 'refused to another credential',
    expected: `${op} to be served (${way}), as it is with ${CREDENTIALS_OF[scene.api].own} alone`,
    got: summaryOf(refused),
    step,
    op,
  };
  const evidence = evidenceOf(scene, exchanges, redaction, {violating: [step], target});
  const onlyWith = {kind: kindOf(scene), valueClass: way, rule};
  const failed = {place: '*', verdict: 'failed' as const, witnesses: [], onlyWith};
  return {rule, verdict: {...failed, violations: [violation], evidence}};
};

/**
 * The verdicts of checks that fail only where another credential of the tenant has a part in their scene, by position;
 * all others are those of the scene that its own credential sent alone.
 */
export function failedByAnother(
  {scene, checks, verdicts}: AttemptedScene,
  own: AttemptedScene,
): Map<number, CheckVerdict> {
  const {sentBy} = scene;
  const found = new Map<number, CheckVerdict>();
  if (!sentBy) return found;
  for (const [index, {rule}] of checks.entries()) {
    const [verdict, other] = [verdicts[index], own.verdicts[index]];
    if (verdict?.verdict !== 'failed' || other?.verdict !== 'passed') continue;
    const isTwins = verdict.violations.some(({step}) => isOfTwin(step));
    const valueClass = isTwins ? asTwin(scene) : inWords(sentBy.way, scene);
    found.set(index, {...verdict, onlyWith: {kind: kindOf(scene), valueClass, rule}});
  }
  return found;
}

/** What differs from the scene that its own credential sends alone. */
const kindOf = (scene: PreparedScene): string => (hasTwin(scene) ? 'tenant' : 'credential');

/** Who did the same and saw something else, in words. */
const asTwin = ({api}: PreparedScene): string => `as ${CREDENTIALS_OF[api].ofOtherTenant}`;

/** How the requests were divided, in words. */
function inWords(way: NonNullable<PreparedScene['sentBy']>['way'], {api}: PreparedScene): string {
  const {own, another, ofOtherTenant} = CREDENTIALS_OF[api];
  if (way === 'beside-twin') return `while ${ofOtherTenant} does the same`;
  if (way === 'by-another') return `${another} in place of ${own}`;
  return way === 'seen-by-another'
    ? `changes by ${own}, read by ${another}`
    : `changes by ${own} and ${another} in turns`;
}
