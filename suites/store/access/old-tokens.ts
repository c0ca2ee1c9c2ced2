/** A token that is no longer valid is refused by every resource, also by those that it has read before. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {Handle, Script} from '../../language/script.ts';

/** The lists of the API. */
export const LISTS = [
  'listUsers',
  'listAuthSessions',
  'listReadingSessions',
  'listOrders',
  'listIssues',
  'listPlans',
  'listCollections',
] as const;

type Prefix = 'before' | 'after';

/** Records every list as somebody with a token sees it. */
const readAll = (s: Script, as: Ref, prefix: Prefix): Record<string, Handle> =>
  Object.fromEntries(LISTS.map((op) => [`${prefix} ${op}`, s.call(op, {as})]));

/** Reads all lists with a token, ends its validity, and reads them again. */
const scene = (id: string, verb: 'delete-token' | 'regenerate-token') =>
  sharedScene({
    id,
    api: 'store',
    mayRevokeAccess: true,
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const token = s.control('generate-token', {role: 'admin'});
      const before = readAll(s, token.at('/token'), 'before');
      s.control(verb, {role: 'admin', id: token.at('/id')});
      return {...before, ...readAll(s, token.at('/token'), 'after')};
    },
  });

/** Each list that was served with the token is refused afterwards. */
const expectRefusedEverywhere = (seen: Record<string, Exchange>): Judgement => {
  const served = LISTS.filter((op) => isSuccessStatus(seen[`before ${op}`]?.status ?? 0));
  return when(served.length > 0, 'no list was served with the token', () =>
    all(
      ...served.flatMap((op) => {
        const after = seen[`after ${op}`];
        return after
          ? [() => expectOutcome(after, 'unauthenticated', `${op}: still accepted`)]
          : [];
      }),
    ),
  );
};

const PLACE = 'by every list';

/** The checks of tokens that are no longer valid, for each list. */
export const oldTokens: Check[] = [
  ...checksAt(
    scene('store: lists with a token that is deleted', 'delete-token'),
    'store.access.deleted-token-is-refused',
    {[PLACE]: expectRefusedEverywhere},
  ),
  ...checksAt(
    scene('store: lists with a token that is regenerated', 'regenerate-token'),
    'store.access.regenerated-token-replaces-the-old',
    {[PLACE]: expectRefusedEverywhere},
  ),
];
