/** Invalid values of filters that resemble valid ones, each with a valid twin. */

import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {hidden, notApplicable, expectRefused, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {classesOf, type ValueClasses} from '../../../values/values.ts';
import {listReading} from '../reading-steps.ts';

/** Filters that are obviously wrong: a deployment that serves all of them ignores such filters. */
type Plain = 'otherReason' | 'valueAlone' | 'noDay';

const isPageServed = hasSituation('reading-page');

/**
 * A filter with an invalid value is refused, unless a profile says that it is ignored (NS-ST-21).
 */
const propertyOfRefused = (
  rule: string,
  place: string,
  values: ValueClasses<string>,
  wrong: (value: string) => Record<string, Val>,
  right: Record<string, Val>,
): AnyProperty =>
  property<{value: string}, {twin: Handle; sent?: Handle} & Partial<Record<Plain, Handle>>>({
    rule: `store.reading.${rule}`,
    place,
    forAll: {value: values},
    maxDrawsOnShared: 0,
    drawFactor: 2,
    act: (s, {value}) => ({
      twin: listReading(s, right),
      ...(!s.chooses('NS-ST-21', 'ignored') && {
        sent: listReading(s, wrong(value)),
        otherReason: listReading(s, {reason_type: 'presscheck-none-of-these'}),
        valueAlone: listReading(s, {reason_value: 1}),
        noDay: listReading(s, {from_date: 'yesterday', to_date: '2019-12-31'}),
      }),
    }),
    judge: ({twin, sent, ...plain}, {value}) =>
      when(isPageServed(twin), 'the twin is not served', () => {
        if (!sent)
          return notApplicable('the profile says that such filters are ignored (NS-ST-21)');
        const others = Object.values(plain);
        return isPageServed(sent) && others.every(isPageServed)
          ? hidden('NS-ST-21', 'ignored', 'no filter that cannot stand is refused')
          : expectRefused(sent, `accepted: ${value}`);
      }),
  });

/** Texts that are not a day in the form YYYY-MM-DD. */
const NO_DAYS = classesOf(
  '',
  '2019-02-29',
  '2100-02-29',
  '2019-04-31',
  '2019-06-00',
  '2019-00-10',
  '2019-06-32',
  '2019-6-11',
  '2019-06-1',
  '19-06-11',
  '2019/06/11',
  '11.06.2019',
  '06-11-2019',
  '20190611',
  '2019-06',
  '2019',
  '2019-06-11T00:00:00Z',
  '2019-06-11 10:00:00',
  '2019-06-11x',
  'today',
  'last week',
);

/** Texts that are none of the fourteen reasons, but begin or end like one. */
const NO_REASONS = classesOf(
  'bought',
  'bought issue',
  'bought-issue',
  'boughtIssue',
  'issue',
  'free',
  'subscription',
  'global_subscriptions',
  'subscription_with_collection',
  'license',
  'administrator',
  'preview',
  'gifted_issue,bought_issue',
  'lti_free_access',
  'entry_point_free_access',
  '%',
  '%_issue',
  '1',
);

/** Invalid days and reasons that resemble valid ones. */
export const nearFilters: AnyProperty[] = [
  propertyOfRefused(
    'dates-are-days',
    'whatever the first day',
    NO_DAYS,
    (value) => ({from_date: value, to_date: '2101-12-31'}),
    {from_date: '2020-02-29', to_date: '2101-12-31'},
  ),
  propertyOfRefused(
    'dates-are-days',
    'whatever the last day',
    NO_DAYS,
    (value) => ({from_date: '2001-01-01', to_date: value}),
    {from_date: '2001-01-01', to_date: '2020-02-29'},
  ),
  propertyOfRefused(
    'unknown-reason-type-is-refused',
    'whatever the reason',
    NO_REASONS,
    (value) => ({reason_type: value}),
    {reason_type: 'bought_issue'},
  ),
];
