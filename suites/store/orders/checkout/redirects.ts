/** Where the buyer is sent after the checkout (Orders, Create rule 4). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {expectEqual, expectThat, expectNone, notApplicable} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {blockedBy} from '../../../language/blocked-by.ts';
import {expectRedirect, pay, readApproved, sell, type PaymentOutcome} from '../../buying.ts';
import {orderIn} from '../../order-rows.ts';
import {content, priced, readOrder} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {toText} from '../../../../spec/json.ts';

const GOES = 'store.orders.redirect-goes-to-the-return-url';
const REFERENCE = 'store.orders.redirect-has-order-external-id';
const STATUS = 'store.orders.redirect-has-status';

/** The statuses with which a buyer comes back. */
const STATUSES = ['approved', 'pending', 'cancelled'];

/**
 * A `return_url` whose query has a repeated name, and characters that can be encoded in several
 * ways.
 */
const WITH_QUERY = 'https://presscheck.example/thanks?basket=7&note=a%20b%2Bc&basket=8';

/** A `return_url` with a fragment, which is not part of the query. */
const WITH_FRAGMENT = 'https://presscheck.example/thanks?basket=7#shelf';

/** An ending of a reference that has another meaning in a query if it is not encoded. */
const SIGNS = '&a=b+c d%41?e#f';

/** A buyer who is sent back with one outcome. */
const sentBack = (outcome: PaymentOutcome) =>
  sharedScene({
    id: `store: a buyer who is sent back ${outcome}`,
    act: (s) => {
      const {created} = sell(s, {external_reference: s.fresh('external-id')});
      const paid = pay(s, created, outcome);
      const shown = outcome === 'approved' ? readApproved(s, created) : readOrder(s, created);
      return {created, paid, shown};
    },
  });

/** The exchanges of one outcome. */
type Return = SeenIn<ReturnType<typeof sentBack>>;

/** Judges the parameters of an address; another rule judges a missing address. */
function whenRedirected(paid: Exchange, judge: (redirect: URL) => Judgement): Judgement {
  const judgement = expectRedirect(paid, judge);
  const isNowhere = judgement.violations.some(({branch}) => branch === 'sent-nowhere');
  return isNowhere ? blockedBy(GOES, 'the buyer was sent nowhere') : judgement;
}

/** The address has a parameter once, with this value. */
const expectParameter = (redirect: URL, name: string, value: unknown, where: Exchange): Judgement =>
  expectEqual(
    redirect.searchParams.getAll(name).join(' and ') || undefined,
    value,
    name,
    where,
    `\`${name}\` of the redirect`,
  );

/** Origin and path of an address; the query is judged by its parameters. */
const urlPathOf = ({origin, pathname}: URL): string => origin + pathname;

/** The parameters of a `return_url` that are missing in the redirect, with repetitions. */
function lostParameters(redirect: URL, returnUrl: string): string[] {
  const left = [...redirect.searchParams].map(([name, value]) => `${name}=${value}`);
  return [...new URL(returnUrl).searchParams].flatMap(([name, value]) => {
    const found = left.indexOf(`${name}=${value}`);
    if (found < 0) return [name];
    left.splice(found, 1);
    return [];
  });
}

/**
 * Whether the status in the redirect contradicts that of the order afterwards. The result of a
 * declined payment is open, and an undecided one may be decided at any moment (NS-ST-47).
 */
const contradicts = (told: string | null, status: unknown): boolean =>
  told === 'approved' ? status !== 'approved' : told === 'cancelled' && status === 'approved';

/** The address has the reference with which the order was created. */
export const expectReference = ({created, paid}: {created: Exchange; paid: Exchange}): Judgement =>
  whenRedirected(paid, (redirect) =>
    expectParameter(redirect, 'order-external-id', created.requestBody.external_reference, paid),
  );

/** The buyer was sent to the `return_url` of the order. */
export const expectSentBack = ({created, paid}: {created: Exchange; paid: Exchange}): Judgement =>
  expectRedirect(paid, (redirect) => {
    const expected = urlPathOf(new URL(toText(created.requestBody.return_url)));
    return expectEqual(urlPathOf(redirect), expected, 'sent-elsewhere', paid, 'the redirect');
  });

/** The address has the id of the order. */
export const expectOrderId = ({created, paid}: {created: Exchange; paid: Exchange}): Judgement =>
  whenRedirected(paid, (redirect) =>
    expectParameter(redirect, 'order-id', orderIn(created).id, paid),
  );

/** The judges of an address, by rule. */
const JUDGES: Record<RuleId, (seen: Return) => Judgement> = {
  [GOES]: expectSentBack,
  'store.orders.redirect-has-order-id': expectOrderId,
  [REFERENCE]: expectReference,
  [STATUS]: ({paid}) =>
    whenRedirected(paid, ({searchParams}) => {
      const told = searchParams.get('status');
      return expectThat(told !== null && STATUSES.includes(told), {
        branch: 'another-status',
        expected: `\`status\` of the redirect to be one of ${STATUSES.join(', ')}`,
        got: String(told),
        at: paid,
      });
    }),
  'store.orders.redirect-agrees-with-the-order': ({shown, paid}) =>
    whenRedirected(paid, ({searchParams}) => {
      const told = searchParams.get('status');
      const {status} = orderIn(shown);
      if (told === null) return blockedBy(STATUS, 'the redirect has no status');
      return expectThat(!contradicts(told, status), {
        branch: 'told-otherwise',
        expected: `the order to agree with the redirect, which says ${told}`,
        got: toText(status),
        at: paid,
      });
    }),
};

/** The order was created with the given reference. */
const keepsReference = (created: Exchange): boolean =>
  isCreated(created) &&
  orderIn(created).external_reference === created.requestBody.external_reference;

/** The scenes by outcome, and the names of their places: a deployment may support only some. */
const SCENES = {
  '*': sentBack('approved'),
  declined: sentBack('declined'),
  undecided: sentBack('pending'),
};

/** The checks of redirects. */
export const redirects: Check[] = [
  ...Object.entries(SCENES).flatMap(([place, scene]) =>
    Object.entries(JUDGES).flatMap(([rule, judge]) =>
      checksOf(scene, {[`${rule} @ ${place}`]: judge}),
    ),
  ),
  check({
    rule: 'store.orders.redirect-keeps-the-query',
    act: (s) => ({paid: pay(s, sell(s, {return_url: WITH_QUERY}).created)}),
    judge: ({paid}) =>
      whenRedirected(paid, (redirect) =>
        expectNone(
          lostParameters(redirect, WITH_QUERY),
          'parameter of the `return_url` that the redirect lacks',
          'query-lost',
          paid,
        ),
      ),
  }),
  check({
    rule: 'store.orders.redirect-has-order-id',
    place: 'of a URL with a fragment',
    act: (s) => {
      const {created} = sell(s, {return_url: WITH_FRAGMENT});
      return {created, paid: pay(s, created)};
    },
    judge: expectOrderId,
  }),
  check({
    rule: REFERENCE,
    place: 'of a reference with signs of a query',
    onlyOnTestTargets: true,
    act: (s) => {
      const reference = text(s.fresh('external-id'), SIGNS);
      const body = priced(s, 'sale', createUser(s), [content(s)]);
      const created = s.call('createOrder', {body: {...body, external_reference: reference}});
      return {created, paid: pay(s, created, 'approved', {optional: true})};
    },
    judge: (seen) =>
      keepsReference(seen.created)
        ? expectReference(seen)
        : notApplicable('the store does not store such a reference unchanged'),
  }),
];
