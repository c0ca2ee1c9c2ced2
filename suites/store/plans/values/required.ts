import {CURRENCIES} from '../../../../spec/currencies.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectNone,
  summaryOf,
  nothing,
  whenServed,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {expectNotServed, whenHolds, whenObeyed} from '../../../language/blocked-by.ts';
import {createPlan, find, newPlan, PREPAID, TRIAL} from '../plan-steps.ts';
import {rowsNamed} from '../plan-rows.ts';

/** Records a creation with some members of `newPlan` replaced, and some left out. */
function createWith(s: Script, more: Record<string, Val>, without: string[] = []): Handle {
  const body = newPlan(s, more);
  const sent = Object.entries(body).filter(([name]) => !without.includes(name));
  return s.call('createPlan', {body: Object.fromEntries(sent)});
}

/** Whatever the currency of its price is, a prepaid plan needs a duration. */
const TWO_PRICES = {USD: 999, EUR: 899};

/**
 * Creations without the members that their type or their free trial requires, each with a valid
 * twin.
 */
const lacking = sharedScene({
  id: 'store: plans that lack what they need',
  act: (s) => {
    const [noDuration, noDays] = [s.fresh('plan-name'), s.fresh('plan-name')];
    return {
      prepaid: createWith(s, PREPAID),
      noDuration: createWith(s, {...PREPAID, name: noDuration, prices: TWO_PRICES}, ['duration']),
      nullDuration: createWith(s, {...PREPAID, duration: null}),
      trial: createWith(s, TRIAL),
      noDays: createWith(s, {...TRIAL, name: noDays}, ['free_trial_days']),
      noDaysPrepaid: createWith(s, {...PREPAID, ...TRIAL}, ['free_trial_days']),
      afterNoDuration: find(s, noDuration),
      afterNoDays: find(s, noDays),
    };
  },
});

/** A creation is accepted, or refused for another reason than the days of a trial. */
const expectNoDaysNeeded = (created: Exchange, branch: string): Judgement =>
  whenHolds(
    isCreated(created) || Object.hasOwn(created.body?.errors ?? {}, 'free_trial_days'),
    'store.plans.create-answers-201',
    'the creation was refused, and not for the days of a trial',
    () => expectOutcome(created, 'created', branch),
  );

/** Members of a plan that require others, and what a creation accepts beyond single members. */
export const required: Check[] = [
  ...checksOf(lacking, {
    'store.plans.duration-is-required-for-prepaid @ *': ({prepaid, noDuration, nullDuration}) =>
      all(
        expectOutcome(prepaid, 'created', 'refused with a duration'),
        expectOutcome(noDuration, 'invalid', 'accepted without a duration'),
        expectOutcome(nullDuration, 'invalid', 'accepted with the duration null'),
      ),
    'store.plans.trial-needs-its-days @ *': ({trial, noDays, noDaysPrepaid}) =>
      all(
        expectOutcome(trial, 'created', 'refused with days'),
        expectOutcome(noDays, 'invalid', 'accepted without days'),
        expectOutcome(noDaysPrepaid, 'invalid', 'accepted without days, prepaid'),
      ),
    'store.plans.refused-create-makes-nothing @ without what it needs': ({
      noDuration,
      noDays,
      afterNoDuration,
      afterNoDays,
    }) =>
      all(
        ...[
          [noDuration, afterNoDuration],
          [noDays, afterNoDays],
        ].map(([refused, list]) =>
          refused && list && refused.status >= 400
            ? expectNone(
                rowsNamed(list, refused.requestBody?.name),
                'plan of the refused creation',
                'a refused request made it',
                list,
              )
            : nothing(),
        ),
      ),
  }),
  check({
    rule: 'store.plans.trial-needs-its-days',
    place: 'on update',
    act: (s) => {
      const {body, path} = createPlan(s);
      const update = (more: Record<string, Val>) =>
        s.call('updatePlan', {path, body: {...body, ...more}});
      // The plan has no days of its own, because it was created without a trial.
      return {noDays: update({free_trial: true}), days: update(TRIAL)};
    },
    judge: ({noDays, days}) =>
      whenServed(days, () => expectOutcome(noDays, 'invalid', 'begun without days')),
  }),
  check({
    rule: 'store.plans.trial-days-may-be-absent',
    act: (s) => ({
      recurring: createWith(s, {free_trial: false}),
      prepaid: createWith(s, {...PREPAID, free_trial: false}),
    }),
    judge: ({recurring, prepaid}) =>
      all(
        expectNoDaysNeeded(recurring, 'demanded'),
        expectNoDaysNeeded(prepaid, 'demanded, prepaid'),
      ),
  }),
  check({
    rule: 'store.plans.listed-currencies-are-accepted',
    act: (s) => ({
      all: createWith(s, {
        prices: Object.fromEntries(CURRENCIES.map((code, i) => [code, 1000 + i])),
      }),
    }),
    judge: ({all: created}) => expectOutcome(created, 'created', 'a listed currency is refused'),
  }),
  check({
    rule: 'store.plans.unlisted-currency-is-refused',
    act: (s) => ({
      unlisted: createWith(s, {prices: {USD: 999, XXX: 999}}),
      listed: s.call('createPlan', {
        body: newPlan(s, {prices: {USD: 999, EUR: 999}}),
        expects: 'created',
      }),
    }),
    judge: ({unlisted}) =>
      expectThat(unlisted.status >= 400, {
        branch: 'taken',
        expected: 'a price in XXX to be refused',
        got: summaryOf(unlisted),
        at: unlisted,
      }),
  }),
  check({
    rule: 'store.plans.invalid-create-answers-422',
    act: (s) => ({invalid: createWith(s, {type: 'presscheck-none-of-these'})}),
    judge: ({invalid}) =>
      whenObeyed(
        'store.plans.type-is-recurring-or-prepaid',
        expectNotServed(invalid, 'a type that is none'),
        () => expectOutcome(invalid, 'invalid', 'another-status'),
      ),
  }),
];
