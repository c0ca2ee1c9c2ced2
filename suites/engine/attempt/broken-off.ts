import {cut, markForCut} from '../../language/cut.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import {everyStep} from '../plan/steps.ts';
import type {Check} from '../../language/check.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import {hookToRepair} from '../../target/capabilities.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {Blocked} from '../send/blocked.ts';
import {samplesIn} from '../../../spec/references.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import {unjudged, type CheckVerdict, type PlaceResults} from '../judge/place-results.ts';
import {Interrupted} from '../facts/interruption.ts';
import {isWitnessed, verdictOfPassive} from '../judge/passive-verdict.ts';
import {blockedByRefusal, type BlockedByRefusal} from '../judge/refused-request.ts';
import type {SceneRun} from '../send/scene-run.ts';
import type {RunServices} from '../judge/run-services.ts';

/** The most characters of an unexpected error in a report. */
const MAX_ERROR_CHARS = 600;
/** The most characters of a refusal in the reason of a blocked check. */
const MAX_BODY_CHARS = 200;

/** The verdict of a check whose scene was aborted by an error. */
export function verdictOfError(
  error: unknown,
  check: Check,
  run: SceneRun,
  placeResults: PlaceResults,
  services: RunServices,
): CheckVerdict {
  if (isPassive(check) && isWitnessed(check, placeResults))
    return verdictOfPassive(check, run.exchanges, placeResults);
  if (error instanceof Interrupted) return unjudged(check, 'not-exercised', error.message);
  if (error instanceof Unreachable) return unjudged(check, 'inconclusive', error.message);
  if (error instanceof Blocked) return verdictOfBlocked(error, check, run, services);
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return unjudged(check, 'harness-error', markForCut(message, MAX_ERROR_CHARS));
}

/** The verdict of a check whose set-up, or a step that it needs, did not bring what was expected. */
function verdictOfBlocked(
  error: Blocked,
  check: Check,
  run: SceneRun,
  services: RunServices,
): CheckVerdict {
  const {message, blockage} = error;
  const {verbUnknown, lacks, nothingListed} = blockage;
  const hook = verbUnknown && hookToRepair(verbUnknown, howItFailed(error));
  const lacking = hook ?? lacks;
  if (lacking !== undefined)
    return {...unjudged(check, 'not-exercised', message), lacks: [[lacking]]};
  if (nothingListed && !hasWritten(run))
    return unjudged(check, 'not-exercised', `the deployment lacks what it needs: ${message}`);
  return {
    ...unjudged(check, 'inconclusive', message),
    ...reasonOf(error, run, services),
    blocked: true,
    evidence: evidenceOf(run.scene, run.exchanges, services.redaction),
  };
}

/** Whether the scene sent a request that may change a list. */
const hasWritten = ({setUp = [], exchanges}: SceneRun): boolean =>
  [...setUp, ...exchanges].some(({sent}) => sent.method !== 'GET');

/** The reason why a check is blocked, with the rule about the success of the step. */
function reasonOf(
  {message, blockage: {needed}}: Blocked,
  run: SceneRun,
  services: RunServices,
): BlockedByRefusal {
  if (!needed) return {reason: `blocked: ${message}`};
  const {exchange, situation} = needed;
  const refused = refusalText(exchange, run, services);
  const blocked = blockedByRefusal(message, situation, exchange, run, services);
  return {...blocked, reason: `${blocked.reason ?? ''}${refused}`};
}

/** If a refused request contains samples of the configuration, names them and shows the refusal: one may be wrong. */
function refusalText(
  {status, body, step}: Exchange,
  {scene: {given, act}}: SceneRun,
  {redaction}: RunServices,
): string {
  if (!isClientError(status)) return '';
  const request = [...everyStep([...given, ...act])].find(({id}) => id === step);
  const samples = [...new Set(samplesIn(request))].map((name) => `\`${name}\``);
  if (!samples.length) return '';
  const [kind, verb] = samples.length === 1 ? ['sample', 'is'] : ['samples', 'are'];
  const said = cut(JSON.stringify(redaction.body(body)) ?? 'no body', MAX_BODY_CHARS);
  return `; it said ${said}. Check whether the ${kind} ${samples.join(', ')} in the request ${verb} right`;
}

/** How a hook failed: the message of `VerbUnknown` without the name of the verb. */
const howItFailed = ({message}: Error): string => message.slice(message.indexOf(': ') + 2);
