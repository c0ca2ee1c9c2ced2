/** Failures of requests that prefer HTML, as those of a browser do: the API answers JSON all the same. */

import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, brief, expectThat, nothing} from '../../language/judge.ts';
import {register, reserve} from '../publishing.ts';

const RULE = 'workspace.access.failure-is-json';

/** What a browser accepts. JSON is among it. */
const BROWSER = {accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'};

/** Statuses that say that the response cannot have an acceptable type. */
const NOT_ACCEPTABLE = [406, 415];

/** The response is a failure in the error envelope (Errors), and no page or redirect to one. */
function expectFailure(response: Exchange): Judgement {
  const {status, body, wire} = response;
  if (NOT_ACCEPTABLE.includes(status)) return nothing();
  return expectThat(status >= 400 && isObject(body), {
    branch: 'no-failure-for-browsers',
    expected: 'a failure in JSON, as for other clients',
    got: `${status} with ${brief(wire ?? body)}`,
    at: response,
  });
}

const expectFailures = (seen: Record<string, Exchange>): Judgement =>
  all(...Object.values(seen).map(expectFailure));

/** The error envelope does not depend on what a client prefers. */
export const preferringHtml: Check[] = [
  check({
    rule: RULE,
    place: 'for a client that prefers HTML and has no key',
    onlyOnTestTargets: true,
    act: (s) => ({
      withoutKey: s.call('getAccount', {as: 'nobody', headers: BROWSER}),
      unknownKey: s.call('listPublications', {as: 'unknown-credential', headers: BROWSER}),
    }),
    judge: expectFailures,
  }),
  check({
    rule: RULE,
    place: 'for a client that prefers HTML',
    onlyOnTestTargets: true,
    act: (s) => {
      const reservation = reserve(s);
      const path = {publication: reservation.at('/publication_id')};
      return {
        unknown: s.call('getPublication', {path, headers: BROWSER}),
        notLanded: register(s, reservation, {headers: BROWSER}),
      };
    },
    judge: expectFailures,
  }),
];
