import {blockedReason} from '../../blocked-by.ts';
import {markForCut} from '../../cut.ts';
import type {PlaceVerdict, Verdict} from '../../../spec/run-record.ts';
import type {Check} from '../../check.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import {hookToGive} from '../../target/capabilities.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {Blocked} from '../sending/blocked.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import type {CheckVerdict, Findings} from '../verdicts/findings.ts';
import {Interrupted} from '../interruption.ts';
import {isWitnessed, passiveVerdict} from '../judging/passive-verdict.ts';
import {successRule} from '../judging/situation-rules.ts';
import type {SceneRun} from './scene-run.ts';
import type {RunServices} from '../run-services.ts';

/** The most characters of an unexpected error in a report. */
const SHOWN = 600;

/** The verdict of a check whose scene was aborted by an error. */
export function verdictOfError(
  error: unknown,
  check: Check,
  run: SceneRun,
  findings: Findings,
  services: RunServices,
): CheckVerdict {
  if (isPassive(check) && isWitnessed(check, findings))
    return passiveVerdict(check, run.exchanges, findings);
  const unjudged = (verdict: Verdict, reason: string): PlaceVerdict => ({
    place: check.place,
    verdict,
    witnesses: [],
    violations: [],
    reason,
  });
  if (error instanceof Interrupted) return unjudged('not-exercised', error.message);
  if (error instanceof Unreachable) return unjudged('inconclusive', error.message);
  const unknown = error instanceof Blocked ? error.blockage.verbUnknown : undefined;
  if (unknown !== undefined)
    return {
      ...unjudged('not-exercised', (error as Error).message),
      lacks: [
        [`${hookToGive(unknown)}: the hook given for \`${unknown}\` does not know this verb`],
      ],
    };
  if (error instanceof Blocked && error.blockage.lacks !== undefined)
    return {...unjudged('not-exercised', error.message), lacks: [[error.blockage.lacks]]};
  if (error instanceof Blocked && error.blockage.nothingListed && !hasWritten(run))
    return unjudged('not-exercised', `the deployment lacks what it needs: ${error.message}`);
  if (error instanceof Blocked)
    return {
      ...unjudged('inconclusive', error.message),
      ...reasonOf(error, services),
      blocked: true,
      evidence: evidenceOf(run.scene, run.exchanges, services.redaction),
    };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return unjudged('harness-error', markForCut(message, SHOWN));
}

/** Whether the scene sent a request that may change a list. */
const hasWritten = ({setUp = [], exchanges}: SceneRun): boolean =>
  [...setUp, ...exchanges].some(({sent}) => sent.method !== 'GET');

/** The reason why a check is blocked, with the rule about the success of the step. */
function reasonOf(
  {message, blockage: {needed}}: Blocked,
  services: RunServices,
): Pick<PlaceVerdict, 'reason' | 'blockedBy'> {
  const rule = needed && successRule(services.specifications, needed.exchange.op, needed.situation);
  if (!rule) return {reason: `blocked: ${message}`};
  return {reason: blockedReason(rule, message), blockedBy: rule};
}
