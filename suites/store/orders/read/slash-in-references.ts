/**
 * References with a slash. Not every gateway passes it on in a path, so it is only judged where the
 * store itself finds something by a text with a slash in a path.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {byReference, content, daysAfter, permission} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {expectOrder} from './reading.ts';

const orders = sharedScene({
  id: 'store: orders named by a reference with a slash',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s) => {
    const [reference, userId] = [text(s.fresh('text'), '/a'), text(s.fresh('text'), '/a')];
    createUser(s, {external_id: userId});
    const body = {...permission(s, createUser(s), [content(s)]), external_reference: reference};
    const created = s.call('createOrder', {body});
    const named = byReference(reference);
    const later = {expiration_date: daysAfter(created, 40)};
    return {
      loggedOut: s.call('forceLogout', {path: {id: userId}}),
      created,
      read: s.call('getOrder', named),
      updated: s.call('updateOrder', {...named, body: later, optional: true}),
      cancelled: s.call('cancelOrder', named),
    };
  },
});

/** The situation in which each request finds what its path names. */
const FOUND = {
  loggedOut: 'logged-out',
  read: 'order',
  updated: 'updated',
  cancelled: 'cancelled',
} as const;

type Request = keyof typeof FOUND;

type Seen = Record<Request | 'created', Exchange>;

const isFound = (seen: Seen, request: Request): boolean =>
  seen[request].situations.includes(FOUND[request]);

/** A request finds the order if any other request finds something by a text with a slash. */
const expectFoundToo =
  (request: Request) =>
  (seen: Seen): Judgement => {
    const passes = (Object.keys(FOUND) as Request[]).some((one) => isFound(seen, one));
    if (!passes || !seen.created.situations.includes('created'))
      return notApplicable('nothing is found by a text with a slash');
    return all(expectOutcome(seen[request], FOUND[request], 'not found: a slash'), () =>
      isFound(seen, request) ? expectOrder(seen[request], seen.created, 'another-order') : all(),
    );
  };

const RULES: Record<RuleId, Request> = {
  'store.orders.external-reference-finds-the-order': 'read',
  'store.orders.update-by-external-reference': 'updated',
  'store.orders.cancel-by-external-reference': 'cancelled',
};

/** The checks of references with a slash. */
export const slashInReferences: Check[] = Object.entries(RULES).flatMap(([rule, request]) =>
  checksAt(orders, rule, {'with a slash': expectFoundToo(request)}),
);
