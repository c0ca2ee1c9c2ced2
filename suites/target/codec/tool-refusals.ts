import type {Operation, Outcome} from '../../../spec/contract.ts';
import {isObject} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import {decodeBody} from './bodies.ts';
import type {DecodedTool} from './decoded.ts';
import {firstStatus, type EffectiveContract} from './effective-contract.ts';
import {choiceFor, fitsReason, hasChosenReason} from './outcomes.ts';

/** The status of an undocumented refusal. */
const UNKNOWN_REFUSAL = 400;

/**
 * Refusals of the credential and of the minute limit. The MCP server has its own authorization, and calls a
 * tool only after that.
 */
const BEFORE_TOOLS = ['unauthenticated', 'forbidden', 'rate-limited'];

/**
 * Decodes the error of a tool, which has no status. It can be every refusal of the operation that its
 * reason allows, and gets the status of the first one.
 */
export function decodeToolRefusal(
  effective: EffectiveContract,
  operation: Operation,
  wire: unknown,
): DecodedTool {
  const {profile} = effective;
  const refusal = withReason(profile, operation, wire);
  const documented = operation.outcomes.filter(
    (outcome) =>
      firstStatus(outcome) >= 400 &&
      canBeOfTool(profile, operation, outcome, refusal) &&
      fitsReason(operation, outcome, refusal),
  );
  const profiled = documented.filter((outcome) =>
    hasChosenReason(profile, operation, outcome, refusal),
  );
  const outcome = profiled[0] ?? documented[0];
  const {body, suspectLines} = decodeBody(effective, operation, outcome, refusal, undefined);
  return {
    situations: profiled.map(({situation}) => situation),
    documented: documented.map(({situation}) => situation),
    body,
    status: statusOf(profile, operation, profiled[0]),
    headers: {},
    ...(suspectLines.length > 0 && {suspectLines}),
  };
}

function statusOf(profile: Profile, operation: Operation, outcome: Outcome | undefined): number {
  if (!outcome) return UNKNOWN_REFUSAL;
  return choiceFor(profile, operation, outcome)?.status?.[0] ?? firstStatus(outcome);
}

/** A refusal with a reason of the operation, if only a word in its text gives the reason (NS-WS-47). */
function withReason(profile: Profile, operation: Operation, refusal: unknown): unknown {
  if (isObject(refusal) && 'reason' in refusal) return refusal;
  const words = JSON.stringify(refusal).split(/[^\w.-]+|[.-](?!\w)/);
  const reasons = operation.outcomes.flatMap((outcome) =>
    [outcome.reason, choiceFor(profile, operation, outcome)?.reason].flat(),
  );
  const reason = reasons.find((known) => known !== undefined && words.includes(known));
  return reason === undefined ? refusal : {...(isObject(refusal) && refusal), reason};
}

/**
 * Whether an error of a tool can be an outcome. It can be the rate limit only if its text names the limit;
 * otherwise every error without a reason could be one.
 */
function canBeOfTool(
  profile: Profile,
  operation: Operation,
  outcome: Outcome,
  refusal: unknown,
): boolean {
  if (!BEFORE_TOOLS.includes(outcome.situation)) return true;
  if (outcome.situation !== 'rate-limited') return false;
  const isReasonKnown = choiceFor(profile, operation, outcome)?.reason !== undefined;
  return isReasonKnown || /rate.?limit|too.?many/i.test(JSON.stringify(refusal) ?? '');
}
