/** The days of a free trial, as a number and as a string. */

import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {all, expectOutcome, nothing, whenServed} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {expectSameNumbers} from '../values/numbers.ts';
import {rowOf, expectRowMember} from '../plan-rows.ts';
import {newPlan, TRIAL, find, createPlan} from '../plan-steps.ts';
import {withTexts} from '../values/plan-values.ts';

/** The days of a free trial as a number, and as a string. */
const daysSent = sharedScene({
  id: 'store: days of a trial as a string',
  act: (s) => {
    const [plain, texts] = [newPlan(s, TRIAL), newPlan(s, withTexts({...TRIAL}))];
    return {
      created: s.call('createPlan', {body: plain, expects: 'created'}),
      asTexts: s.call('createPlan', {body: texts}),
      list: find(s, plain.name),
      listOfTexts: find(s, texts.name),
    };
  },
});

/** The days of a free trial: updates set them with a number and change them with a string. */
const daysUpdated = sharedScene({
  id: 'store: days of a trial as a string of an update',
  onlyOnTestTargets: true,
  act: (s) => {
    const {body, path} = createPlan(s);
    const update = (more: Record<string, Val>): Handle =>
      s.call('updatePlan', {path, body: {...body, ...more}});
    const asNumber = update(TRIAL);
    const listOfNumber = find(s, body.name);
    const asText = update({...TRIAL, free_trial_days: '14'});
    return {asNumber, listOfNumber, asText, listOfText: find(s, body.name)};
  },
});

/** Days in a string are accepted if days in a number are, and shown if those are shown. */
const expectDaysTaken = ({
  asNumber,
  listOfNumber,
  asText,
  listOfText,
}: SeenIn<typeof daysUpdated>): Judgement =>
  whenServed(asNumber, () =>
    all(expectOutcome(asText, 'updated', 'days of a trial refused on update'), () => {
      const [row, rowOfText] = [rowOf(listOfNumber, asNumber), rowOf(listOfText, asText)];
      if (row?.free_trial_days !== TRIAL.free_trial_days) return nothing();
      return expectRowMember(
        rowOfText,
        'free_trial_days',
        14,
        'another free_trial_days',
        listOfText,
      );
    }),
  );

/** The checks of days that are sent as a string. */
export const daysOfTrials: Check[] = [
  ...checksOf(daysSent, {
    'store.plans.numbers-may-be-strings @ days of a trial': ({
      created,
      asTexts,
      list,
      listOfTexts,
    }) =>
      all(expectOutcome(asTexts, 'created', 'days of a trial refused'), () =>
        expectSameNumbers([list, created], [listOfTexts, asTexts]),
      ),
  }),
  ...checksOf(daysUpdated, {
    'store.plans.numbers-may-be-strings @ days of a trial on update': expectDaysTaken,
  }),
];
