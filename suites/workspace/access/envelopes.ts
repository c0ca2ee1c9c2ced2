import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, brief, expectThat, notApplicable, nothing} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';

const RULE = 'workspace.access.failure-is-json';

/** Statuses by which a deployment itself refuses a path or a body; servers in front of it have others. */
const OWN_STATUSES = [400, 404, 422, 500];

/** Whether a body has a summary, and a reason; the reason of a 422 for a wrong body may be null (NS-WS-30). */
const hasMembers = ({error, reason}: Record<string, unknown>, status: number): boolean =>
  typeof error === 'string' && (typeof reason === 'string' || (reason === null && status !== 404));

/**
 * A failure is the error envelope, whatever was requested (Errors). Where the contract has no response with
 * this status, the profile does not say what its members are called.
 */
function expectEnvelope(response: Exchange): Judgement {
  const {status, body, situations} = response;
  if (!OWN_STATUSES.includes(status)) return nothing();
  const isEnvelope = isObject(body) && (!situations.length || hasMembers(body, status));
  return expectThat(isEnvelope, {
    branch: 'another-failure',
    expected: '`error` as text, and `reason` as text or null',
    got: `${status} with ${brief(response.wire ?? body)}`,
    at: response,
  });
}

/** Judges those of the responses that are failures of the deployment itself. */
const expectEnvelopes = (seen: Record<string, Exchange>): Judgement => {
  const responses = Object.values(seen);
  return responses.some(({status}) => OWN_STATUSES.includes(status))
    ? all(...responses.map(expectEnvelope))
    : notApplicable('none of these requests is refused by the deployment itself');
};

/** Longer than the ids that deployments give out. */
const LONG = 100;

/** Operations that name a publication and whose refusal of an unknown one the document shows. */
const READS = ['getPublication', 'listPublicationFiles', 'getCurrentPublicationFile'] as const;

/** Failures of requests that a framework may refuse before the operation begins. */
export const envelopes: Check[] = [
  check({
    rule: RULE,
    place: 'long ids',
    onlyOnTestTargets: true,
    act: (s) => {
      const id = s.fresh('text', LONG);
      const reads = READS.map((op) => [op, s.call(op, {path: {publication: id}})]);
      return Object.fromEntries([
        ...reads,
        ['downloadFile', s.call('downloadFile', {path: {file: id}})],
      ]) as Record<string, Handle>;
    },
    judge: expectEnvelopes,
  }),
  check({
    rule: RULE,
    place: 'bodies that are no objects',
    onlyOnTestTargets: true,
    act: (s) =>
      Object.fromEntries(
        ['[]', '7', 'null'].flatMap((raw) => [
          [`reservation ${raw}`, s.call('createUpload', {raw})],
          [`registration ${raw}`, s.call('createPublication', {raw})],
        ]),
      ) as Record<string, Handle>,
    judge: expectEnvelopes,
  }),
];
