/** Requests that carry values of many kinds together, and which of them a refusal blames. */

import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import type {Judgement} from '../language/check.ts';
import {expectOutcome, judgeEach, nothing, when, type LazyJudgement} from '../language/judge.ts';
import type {PackedRequest} from '../values/kinds.ts';

/** The name of the request that has plain values; the packed ones have their number. */
export const PLAIN = 'plain';

/** The responses of a scene of packed requests, by what was done and the name of the request. */
export type SeenPacked = Record<string, Exchange>;

/** The response of that name. @throws Error when the scene has none */
export const seenAs = (seen: SeenPacked, name: string): Exchange => defined(seen[name], name);

/** A packed request as it was answered. */
export interface SentPacked {
  /** The kind of the value of each member. */
  kinds: Record<string, string>;
  sent: Exchange;
}

/** The packed requests that were sent in one way, such as `created`, with their responses. */
export const sentIn = (
  requests: readonly PackedRequest[],
  seen: SeenPacked,
  way: string,
): SentPacked[] => requests.map(({kinds}, at) => ({kinds, sent: seenAs(seen, `${way} ${at}`)}));

/** A judgement of each packed request that was accepted. */
export const inEachAccepted = (
  requests: readonly SentPacked[],
  isAccepted: (sent: Exchange) => boolean,
  judge: (at: number, kinds: Record<string, string>, sent: Exchange) => Judgement,
): LazyJudgement[] =>
  requests.flatMap(({kinds, sent}, at) =>
    isAccepted(sent) ? [(): Judgement => judge(at, kinds, sent)] : [],
  );

/** What a judgement of packed requests expects. */
export interface Accepted {
  /** The situation of the response. */
  as: string;
  /** The members that the rule is about. */
  members: readonly string[];
  /** Whether the rule is about the whole request: it is broken too when no field is blamed. */
  isOfAll?: true;
}

/** The fields that a refusal names; none if it does not name them in a documented way (Errors). */
const fieldsOf = ({body}: Exchange): string[] =>
  isObject(body) && isObject(body.errors) && !Array.isArray(body.errors)
    ? Object.keys(body.errors).map((field) => field.split('.')[0] ?? '')
    : [];

/** Each value of the members, with its kind, in words. */
const inWords = (kinds: Record<string, string>, members: readonly string[]): string =>
  members.map((member) => `${member}: ${kinds[member] ?? ''}`).join(', ');

/**
 * One packed request was accepted. If it was refused because of members that another rule is about,
 * or in front of the service, that says nothing about this rule.
 */
function expectAccepted({kinds, sent}: SentPacked, {as, members, isOfAll}: Accepted): Judgement {
  if (sent.refusedInFront) return nothing();
  const blamed = fieldsOf(sent).filter((field) => kinds[field] !== undefined);
  const own = members.filter((member) => blamed.includes(member));
  const isAboutOthers = blamed.length > 0 ? own.length === 0 : !isOfAll;
  if (isAboutOthers && !sent.situations.includes(as)) return nothing();
  return expectOutcome(sent, as, `refused: ${inWords(kinds, own.length ? own : members)}`);
}

/** Each packed request was accepted, if one with plain values was. */
export const whenPlainAccepted = (
  plain: Exchange | undefined,
  requests: readonly SentPacked[],
  accepted: Accepted,
): Judgement =>
  when(
    plain?.situations.includes(accepted.as) === true,
    'a request with plain values was not accepted',
    () => judgeEach(requests, (request) => expectAccepted(request, accepted)),
  );
