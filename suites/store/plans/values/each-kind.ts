/** Plans created and updated with a value of every kind in every member (Resources / Plan). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectThat,
  notApplicable,
  undecided,
  type LazyJudgement,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {packed} from '../../../values/kinds.ts';
import {isSameText} from '../../../values/normalized.ts';
import {
  inEachAccepted,
  PLAIN,
  seenAs,
  sentIn,
  whenPlainAccepted,
  type SeenPacked as Seen,
  type SentPacked,
} from '../../packed-requests.ts';
import {KINDS} from './kinds-of-values.ts';
import {amountsIn} from './plan-prices.ts';
import {expectRowAsGiven, expectShown, nameIn, type PlanRow} from '../plan-rows.ts';
import {find, idIn, newPlan, PREPAID, type PlanBody} from '../plan-steps.ts';
import {rowByWord} from './written.ts';

const REQUESTS = packed(KINDS);

const PLACE = 'each kind of value';

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

/** Every request by its name, the one with plain values first. */
const named = (s: Script): [name: string, values: Record<string, Val>][] => [
  [PLAIN, {details: 'plain', amount: 999}],
  ...REQUESTS.map(({values}, at): [string, Record<string, Val>] => [String(at), values(s)]),
];

const creations = sharedScene({
  id: 'store: plans with each kind of value',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s): Record<string, Handle> => {
    const seen: Record<string, Handle> = {};
    const plans = named(s).map(([name, values]) => {
      // The search by this word finds the plan even if its name is changed.
      const word = s.fresh('text');
      return {name, word, body: bodyWith(s, word, values)};
    });
    for (const {name, body} of plans) seen[`sent ${name}`] = s.call('createPlan', {body});
    for (const {name, word, body} of plans) {
      seen[`listed ${name}`] = find(s, word);
      seen[`found ${name}`] = find(s, body.name);
    }
    return seen;
  },
});

/** Records a plan of a type, which is found by a word. It is open whether an update may change the type. */
function planOf(s: Script, terms: Record<string, Val>): {word: Val; path: {plan_id: Val}} {
  const word = s.fresh('text');
  const body = bodyWith(s, word, {terms});
  s.call('createPlan', {body, expects: 'created'});
  return {word, path: idIn(find(s, word), body.name)};
}

const updates = sharedScene({
  id: 'store: plans updated with each kind of value',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s): Record<string, Handle> => {
    const seen: Record<string, Handle> = {};
    const [recurring, prepaid] = [planOf(s, {}), planOf(s, PREPAID)];
    for (const [name, values] of named(s)) {
      const terms = (values.terms ?? {}) as Record<string, Val>;
      const {word, path} = terms.type === 'prepaid' ? prepaid : recurring;
      seen[`sent ${name}`] = s.call('updatePlan', {path, body: bodyWith(s, word, values)});
      seen[`listed ${name}`] = find(s, word);
    }
    return seen;
  },
});

/** The requests that were sent, with the kinds of their values. */
const sentOf = (seen: Seen): SentPacked[] => sentIn(REQUESTS, seen, 'sent');

const isAccepted = hasSituation('created', 'updated');

/** A judgement of each request that was accepted. */
const expectOfAccepted = (
  seen: Seen,
  judge: (at: number, kinds: Record<string, string>, sent: Exchange) => Judgement,
): LazyJudgement[] => inEachAccepted(sentOf(seen), isAccepted, judge);

/** Each accepted request is shown with its values. */
const expectShownAsGiven = (seen: Seen): LazyJudgement[] =>
  expectOfAccepted(seen, (at, _kinds, sent) => {
    const list = seenAs(seen, `listed ${at}`);
    return expectRowAsGiven(list, sent, sent.requestBody ?? {}, rowByWord(list, sent));
  });

/** Each accepted request is shown with its name. */
const expectNamesGiven = (seen: Seen): LazyJudgement[] =>
  expectOfAccepted(seen, (at, {name: kind = ''}, sent) => {
    const list = seenAs(seen, `listed ${at}`);
    const [given, got] = [nameIn(sent), rowByWord(list, sent)?.name];
    if (typeof got !== 'string' || typeof given !== 'string')
      return undecided('a word of the description does not find the plan');
    return expectThat(isSameText(given, got), {
      branch: `another name: ${kind}`,
      expected: `\`name\` of the listed plan to be "${given}"`,
      got,
      at: list,
    });
  });

const amountIn = (row: PlanRow | undefined): number | undefined => amountsIn(row?.prices).USD;

/**
 * The list shows each amount in the unit in which it shows a plain one: cents, or hundreds of them
 * (NS-ST-69).
 */
function expectAmountsGiven(seen: Seen): Judgement {
  const plain = seenAs(seen, `sent ${PLAIN}`);
  const shown = amountIn(rowByWord(seenAs(seen, `listed ${PLAIN}`), plain));
  const unit = [1, 100].find((cents) => shown !== undefined && Math.round(shown * cents) === 999);
  if (unit === undefined) return notApplicable('the list shows no amount of the price');
  return all(
    ...expectOfAccepted(seen, (at, {amount: cents = ''}, sent) => {
      const list = seenAs(seen, `listed ${at}`);
      const got = amountIn(rowByWord(list, sent));
      return expectThat(got !== undefined && Math.round(got * unit) === Number(cents), {
        branch: `another amount than ${cents}`,
        expected: `the price of the listed plan to be ${cents} cents`,
        got: String(got),
        at: list,
      });
    }),
  );
}

/** The checks of plans with each kind of value. */
export const eachKind: Check[] = [
  ...checksAt(creations, 'store.plans.created-is-as-given', {
    [PLACE]: (seen: Seen) =>
      all(
        whenPlainAccepted(seen[`sent ${PLAIN}`], sentOf(seen), {
          as: 'created',
          members: Object.keys(KINDS),
          isOfAll: true,
        }),
        ...expectShownAsGiven(seen),
      ),
  }),
  ...checksAt(creations, 'store.plans.name-is-as-given', {
    [PLACE]: (seen: Seen) => all(...expectNamesGiven(seen)),
  }),
  ...checksAt(creations, 'store.plans.search-finds-by-name', {
    [PLACE]: (seen: Seen) =>
      all(
        ...expectOfAccepted(seen, (at, {name: kind = ''}, sent) =>
          expectShown(seenAs(seen, `found ${at}`), sent, `not found by its name: ${kind}`),
        ),
      ),
  }),
  ...checksAt(creations, 'store.plans.prices-are-shown', {[PLACE]: expectAmountsGiven}),
  ...checksAt(updates, 'store.plans.prices-are-shown', {
    [`${PLACE} of an update`]: expectAmountsGiven,
  }),
  ...checksAt(updates, 'store.plans.update-is-kept', {
    [PLACE]: (seen: Seen) =>
      all(
        whenPlainAccepted(seen[`sent ${PLAIN}`], sentOf(seen), {
          as: 'updated',
          members: Object.keys(KINDS),
          isOfAll: true,
        }),
        ...expectShownAsGiven(seen),
        ...expectNamesGiven(seen),
      ),
  }),
];
