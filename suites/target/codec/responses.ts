import type {Operation, Outcome} from '../../../spec/contract.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {ProfileMismatch, WrongStatus} from '../../../spec/exchange.ts';
import {isObject} from '../../../spec/json.ts';
import {decodeBody} from './bodies.ts';
import {pointersIn} from './pointers-in.ts';
import type {Decoded} from './decoded.ts';
import type {EffectiveContract} from './effective-contract.ts';
import type {WireResponse} from './wire-response.ts';
import {wrongStatusOf} from './wrong-status.ts';
import {choiceFor, fittingOutcomes, reasonOf, type FittingOutcomes} from './outcomes.ts';

/**
 * Decodes a response of an operation, and records what it shows about the lines of the profile.
 * @param requestedPath the path of the request, if it is known
 */
export function decodeResponse(
  effective: EffectiveContract,
  operation: Operation,
  response: WireResponse,
  requestedPath?: string,
): Decoded {
  const {status, headers, wire} = response;
  const {profile} = effective;
  const fitting = fittingOutcomes(profile, operation, status, wire);
  const {documented, profiled} = fitting;
  if (!documented.length) {
    const wrongStatus = wrongStatusOf(effective, operation, response, requestedPath);
    if (wrongStatus) return withWrongStatus(effective, operation, response, wrongStatus);
  }
  const outcome = profiled[0] ?? documented[0];
  const read = decodeBody(effective, operation, outcome, wire, headers);
  const {body, members, suspectLines, confirmed, missing, absent} = read;
  for (const line of confirmed) effective.lines.confirm(line);
  for (const [line, pointers] of missing) effective.lines.noteMissing(line, pointers);
  if (status < 300 && isObject(wire)) effective.lines.notePointers(operation.id, pointersIn(wire));
  const profileMismatch = outcomeMismatch(profile, operation, fitting, status, wire);
  return {
    situations: profiled.map(({situation}) => situation),
    documented: documented.map(({situation}) => situation),
    body,
    ...(members !== undefined && {members}),
    ...(profileMismatch && {profileMismatch}),
    ...(suspectLines.length > 0 && {suspectLines}),
    ...(absent.size > 0 && {absent: [...absent]}),
  };
}

/** Decodes a response as the situation that it has in everything except its status. */
function withWrongStatus(
  effective: EffectiveContract,
  operation: Operation,
  response: WireResponse,
  wrongStatus: WrongStatus,
): Decoded {
  const outcome = operation.outcomes.find(({situation}) => situation === wrongStatus.situation);
  const chosen = outcome && choiceFor(effective.profile, operation, outcome)?.status;
  const [status = 0] = chosen ?? wrongStatus.documented;
  return {...decodeResponse(effective, operation, {...response, status}), wrongStatus};
}

/**
 * The first outcome that the document allows and the profile does not, unless an outcome that the profile
 * allows explains the response: the document or the profile gives it this reason.
 */
function outcomeMismatch(
  profile: Profile,
  operation: Operation,
  {documented, profiled}: FittingOutcomes,
  status: number,
  wire: unknown,
): ProfileMismatch | undefined {
  const namesReason = (outcome: Outcome): boolean =>
    outcome.reason !== undefined || choiceFor(profile, operation, outcome)?.reason !== undefined;
  const isExplained = profiled.length > 0 && (status < 400 || profiled.some(namesReason));
  const hidden = documented.find((outcome) => !profiled.includes(outcome));
  if (isExplained || !hidden) return undefined;
  const reason = reasonOf(wire);
  const withReason = reason === undefined ? '' : `, reason: ${JSON.stringify(reason)}`;
  const choice = `{status: [${status}]${withReason}}`;
  const others = [choiceFor(profile, operation, hidden)?.reason ?? []].flat();
  const several = others.length && reason !== undefined ? severalText([...others, reason]) : '';
  return {line: `outcomes.${operation.id}.${hidden.situation}: ${choice}${several}`};
}

/** The hint that a situation may have several reasons: a body that is no JSON, for example, another one than a wrong member. */
const severalText = (reasons: unknown[]): string =>
  ` (if it has several: reason: ${JSON.stringify(reasons)})`;
