import type {Exchange} from '../../../spec/step.ts';
import {checksOf, sharedScene, type Check, type Judgement, type SeenIn} from '../../check.ts';
import {all, equal, holds, none} from '../../judge.ts';
import type {Handle} from '../../script.ts';
import {brokenRule} from '../broken-rule.ts';
import {judgedRedirect, pay, readApproved, sell, type PaymentOutcome} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {readOrder} from '../ordering.ts';

/** Where the buyer is sent after the checkout (Orders, Create rule 4). */

const GOES = 'store.orders.redirect-goes-to-the-return-url';
const STATUS = 'store.orders.redirect-has-status';

const OUTCOMES: readonly PaymentOutcome[] = ['approved', 'declined', 'pending'];

/** The statuses with which a buyer comes back. */
const STATUSES = ['approved', 'pending', 'cancelled'];

/** A `return_url` whose query has a repeated name, and characters that are written in several ways. */
const WITH_QUERY = 'https://presscheck.example/thanks?basket=7&note=a%20b%2Bc&basket=8';

type Step = 'created' | 'paid' | 'shown';

/** What is recorded of each outcome, and of an order whose `return_url` has a query. */
const sentBack = sharedScene({
  id: 'store: buyers who are sent back',
  api: 'store',
  act: (s) => {
    const handles: [string, Handle][] = OUTCOMES.flatMap((outcome) => {
      const {created} = sell(s, {external_reference: s.fresh('external-id')});
      const paid = pay(s, created, outcome);
      const shown = outcome === 'approved' ? readApproved(s, created) : readOrder(s, created);
      return [
        [`${outcome} created`, created],
        [`${outcome} paid`, paid],
        [`${outcome} shown`, shown],
      ];
    });
    const withQuery = sell(s, {return_url: WITH_QUERY}).created;
    return {
      ...(Object.fromEntries(handles) as Record<`${PaymentOutcome} ${Step}`, Handle>),
      withQuery: pay(s, withQuery),
    };
  },
});

type SentBack = SeenIn<typeof sentBack>;

/** What was seen of one outcome. */
interface Return {
  outcome: PaymentOutcome;
  created: Exchange;
  paid: Exchange;
  shown: Exchange;
}

const returnsIn = (seen: SentBack): Return[] =>
  OUTCOMES.map((outcome) => ({
    outcome,
    created: seen[`${outcome} created`],
    paid: seen[`${outcome} paid`],
    shown: seen[`${outcome} shown`],
  }));

/** Judges what an address carries; that there is none is judged by the rule about it. */
function judgedParameters(paid: Exchange, judge: (redirect: URL) => Judgement): Judgement {
  const judgement = judgedRedirect(paid, judge);
  const isNowhere = judgement.violations.some(({branch}) => branch === 'sent-nowhere');
  return isNowhere ? brokenRule(GOES, 'the buyer was sent nowhere') : judgement;
}

/** Judges what the address of each outcome carries. */
const inReturns =
  (judge: (redirect: URL, one: Return) => Judgement) =>
  (seen: SentBack): Judgement =>
    all(
      ...returnsIn(seen).map(
        (one) => () => judgedParameters(one.paid, (redirect) => judge(redirect, one)),
      ),
    );

/** The address has a parameter once, with this value. */
const parameterIs = (redirect: URL, name: string, value: unknown, where: Exchange): Judgement =>
  equal(
    redirect.searchParams.getAll(name).join(' and ') || undefined,
    value,
    name,
    where,
    `\`${name}\` of the redirect`,
  );

/** Origin and path of an address: the query is judged by its parameters. */
const placeOf = ({origin, pathname}: URL): string => origin + pathname;

/** The parameters of a `return_url` that the redirect lacks, each as often as it is there. */
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
 * What the redirect says and what the order is afterwards contradict each other. What a declined payment
 * leads to is open, and an undecided one may be decided at any moment (NS-ST-47).
 */
const contradicts = (told: string | null, status: unknown): boolean =>
  told === 'approved' ? status !== 'approved' : told === 'cancelled' && status === 'approved';

/** The checks of redirects. */
export const redirects: Check[] = checksOf(sentBack, {
  [GOES]: (seen) =>
    all(
      ...returnsIn(seen).map(
        ({created, paid}) =>
          () =>
            judgedRedirect(paid, (redirect) => {
              const expected = placeOf(new URL(String(created.requestBody.return_url)));
              return equal(placeOf(redirect), expected, 'sent-elsewhere', paid, 'the redirect');
            }),
      ),
    ),
  'store.orders.redirect-has-order-id': inReturns((redirect, {created, paid}) =>
    parameterIs(redirect, 'order-id', orderIn(created).id, paid),
  ),
  'store.orders.redirect-has-order-external-id': inReturns((redirect, {created, paid}) =>
    parameterIs(redirect, 'order-external-id', created.requestBody.external_reference, paid),
  ),
  [STATUS]: inReturns((redirect, {paid}) => {
    const told = redirect.searchParams.get('status');
    return holds(told !== null && STATUSES.includes(told), {
      branch: 'another-status',
      expected: `\`status\` of the redirect to be one of ${STATUSES.join(', ')}`,
      got: String(told),
      at: paid,
    });
  }),
  'store.orders.redirect-keeps-the-query': ({withQuery}) =>
    judgedParameters(withQuery, (redirect) =>
      none(
        lostParameters(redirect, WITH_QUERY),
        'parameter of the `return_url` that the redirect lacks',
        'query-lost',
        withQuery,
      ),
    ),
  'store.orders.redirect-agrees-with-the-order': inReturns((redirect, {shown, paid}) => {
    const told = redirect.searchParams.get('status');
    const {status} = orderIn(shown);
    if (told === null) return brokenRule(STATUS, 'the redirect has no status');
    return holds(!contradicts(told, status), {
      branch: 'told-otherwise',
      expected: `the order to agree with the redirect, which says ${told}`,
      got: String(status),
      at: paid,
    });
  }),
});
