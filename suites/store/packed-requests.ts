/** Requests that carry values of many kinds together, and which of them a refusal blames. */

import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import type {Judgement} from '../check.ts';
import {all, expectOutcome, when, type LazyJudgement} from '../judge.ts';

/** A packed request as it was answered. */
export interface SentPacked {
  /** The kind of the value of each member. */
  kinds: Record<string, string>;
  sent: Exchange;
}

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
  if (sent.refusedInFront) return all();
  const blamed = fieldsOf(sent).filter((field) => kinds[field] !== undefined);
  const own = members.filter((member) => blamed.includes(member));
  const isAboutOthers = blamed.length > 0 ? own.length === 0 : !isOfAll;
  if (isAboutOthers && !sent.situations.includes(as)) return all();
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
    () =>
      all(
        ...requests.map(
          (request): LazyJudgement =>
            () =>
              expectAccepted(request, accepted),
        ),
      ),
  );
