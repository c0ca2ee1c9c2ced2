/** Plans created and updated with a value of every kind in every member (Resources / Plan). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {all, expectThat, notApplicable} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, type Answers} from '../../../tables/cases.ts';
import {
  acceptedAsWhole,
  ifPlain,
  ofEachAccepted,
  sceneOfKinds,
  type Expected,
} from '../../../tables/each-kind.ts';
import {KINDS} from './kinds-of-values.ts';
import {amountsIn} from './plan-prices.ts';
import {expectRowAsGiven, expectShown} from '../plan-rows.ts';
import {find, idIn, newPlan, PREPAID, type PlanBody} from '../plan-steps.ts';
import {expectNameKept, rowByWord} from './written.ts';

const PLACE = 'each kind of value';

/** The cents of a plain price. */
const PLAIN_CENTS = 999;

const plain = () => ({details: 'plain', amount: PLAIN_CENTS});

/** A body with values of some kinds, whose description begins with a word that no other plan has. */
function bodyWith(s: Script, word: Val, values: Record<string, Val>): PlanBody {
  const {terms, amount, details, ...more} = values;
  return newPlan(s, {
    ...(terms as Record<string, Val>),
    ...more,
    details: text('<p>', word, '</p>', details ?? ''),
    ...(amount !== undefined && {prices: {USD: amount}}),
  });
}

const creations = sceneOfKinds({
  id: 'store: plans with each kind of value',
  kinds: KINDS,
  plain,
  act: (s, values) => {
    // The search by this word finds the plan even if its name is changed.
    const word = s.fresh('text');
    const body = bodyWith(s, word, values);
    return {
      created: s.call('createPlan', {body}),
      listed: () => find(s, word),
      found: () => find(s, body.name),
    };
  },
});

/** Records a plan of a type, which is found by a word. */
function planOf(s: Script, terms: Record<string, Val>): {word: Val; path: {plan_id: Val}} {
  const word = s.fresh('text');
  const body = bodyWith(s, word, {terms});
  s.call('createPlan', {body, expects: 'created'});
  return {word, path: idIn(find(s, word), body.name)};
}

const updates = sceneOfKinds({
  id: 'store: plans updated with each kind of value',
  kinds: KINDS,
  plain,
  // It is open whether an update may change the type.
  begin: (s) => ({recurring: planOf(s, {}), prepaid: planOf(s, PREPAID)}),
  act: (s, values, {recurring, prepaid}) => {
    const terms = (values.terms ?? {}) as Record<string, Val>;
    const {word, path} = terms.type === 'prepaid' ? prepaid : recurring;
    return {
      updated: s.call('updatePlan', {path, body: bodyWith(s, word, values)}),
      listed: find(s, word),
    };
  },
});

/** The list shows a plan with the values of a request. */
const expectShownAsGiven = (list: Exchange, sent: Exchange): Judgement =>
  expectRowAsGiven(list, sent, sent.requestBody ?? {}, rowByWord(list, sent));

/** The list shows the name of a request. */
const expectNameGiven = (list: Exchange, sent: Exchange, {name = ''}: {name?: string}): Judgement =>
  expectNameKept(list, sent, `another name: ${name}`);

const amountIn = (list: Exchange, sent: Exchange): number | undefined =>
  amountsIn(rowByWord(list, sent)?.prices).USD;

/**
 * The list shows each amount in the unit in which it shows a plain one: cents, or hundreds of them
 * (NS-ST-69).
 */
function amountsGiven<R extends {listed: unknown}>(step: keyof R & string): Expected<R> {
  const amountOf = (seen: Answers<R>): number | undefined =>
    amountIn(seen.listed as Exchange, seen[step] as Exchange);
  const unitOf = (seen: Answers<R>): number | undefined =>
    [1, 100].find((cents) => Math.round((amountOf(seen) ?? Number.NaN) * cents) === PLAIN_CENTS);
  return ifPlain(
    (plainly, judgement) =>
      unitOf(plainly) === undefined
        ? notApplicable('the list shows no amount of the price')
        : judgement(),
    ofEachAccepted<R>(step, (seen, {amount: cents = ''}, plainly) => {
      const got = amountOf(seen);
      const inCents = Math.round((got ?? Number.NaN) * (unitOf(plainly) ?? 1));
      return expectThat(inCents === Number(cents), {
        branch: `another amount than ${cents}`,
        expected: `the price of the listed plan to be ${cents} cents`,
        got: String(got),
        at: seen.listed as Exchange,
      });
    }),
  );
}

/** The checks of plans with each kind of value. */
export const eachKind: Check[] = [
  ...checksOfCases(creations, PLACE, {
    'store.plans.created-is-as-given': [
      acceptedAsWhole('created', ...Object.keys(KINDS)),
      ofEachAccepted('created', ({created, listed}) => expectShownAsGiven(listed, created)),
    ],
    'store.plans.name-is-as-given': ofEachAccepted('created', ({created, listed}, kinds) =>
      expectNameGiven(listed, created, kinds),
    ),
    'store.plans.search-finds-by-name': ofEachAccepted('created', ({created, found}, {name = ''}) =>
      expectShown(found, created, `not found by its name: ${name}`),
    ),
    'store.plans.prices-are-shown': amountsGiven('created'),
  }),
  ...checksOfCases(updates, PLACE, {
    'store.plans.update-is-kept': [
      acceptedAsWhole('updated', ...Object.keys(KINDS)),
      ofEachAccepted('updated', ({updated, listed}, kinds) =>
        all(
          () => expectShownAsGiven(listed, updated),
          () => expectNameGiven(listed, updated, kinds),
        ),
      ),
    ],
  }),
  ...checksOfCases(updates, `${PLACE} of an update`, {
    'store.plans.prices-are-shown': amountsGiven('updated'),
  }),
];
