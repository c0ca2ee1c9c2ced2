/** Requests of `HEAD` without a valid token (Authentication 1: "every request"). */

import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat, hidden} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {LISTS} from './old-tokens.ts';

/** Who sends the requests, and the rule that says that they are refused. */
const SENDERS = {
  nobody: 'store.access.missing-token-is-refused',
  'unknown-credential': 'store.access.unknown-token-is-refused',
} as const;

/** Requests of `HEAD` for every list, with the token of an admin and without a valid one. */
const heads = (as: keyof typeof SENDERS) =>
  sharedScene({
    id: `store: HEAD of every list, as ${as}`,
    api: 'store',
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> =>
      Object.fromEntries(
        LISTS.flatMap((op) => [
          [`with ${op}`, s.call(op, {method: 'HEAD'})],
          [`without ${op}`, s.call(op, {method: 'HEAD', as})],
        ]),
      ),
  });

/** A `HEAD` without a valid token is not served where one with a token is. */
const expectNoneServed = (seen: Record<string, Exchange>): Judgement => {
  const served = LISTS.filter((op) => isSuccessStatus(seen[`with ${op}`]?.status ?? 0));
  if (!served.length)
    return hidden('NS-ST-76', 'refused', 'HEAD is not served here, even with a token');
  return all(
    ...served.flatMap((op) => {
      const at = seen[`without ${op}`];
      return at ? [() => expectNotServed(at)] : [];
    }),
  );
};

/** The response to a `HEAD` has no body, so only its status counts. */
const expectNotServed = (response: Exchange): Judgement =>
  expectThat(!isSuccessStatus(response.status), {
    branch: `HEAD of ${response.op} served`,
    expected: `HEAD of ${response.op} without a valid token to be answered 401`,
    got: String(response.status),
    at: response,
    isOfRefusal: true,
  });

/** The checks of `HEAD` without a valid token. */
export const headWithoutToken: Check[] = (['nobody', 'unknown-credential'] as const).flatMap((as) =>
  checksAt(heads(as), SENDERS[as], {'by HEAD': expectNoneServed}),
);
