/** Addresses and days that resemble valid ones and must be refused (Endpoints / Users; Errors). */

import * as fc from 'fast-check';
import {classesOf, type ValueClasses} from '../../../values/values.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {noDays} from '../../../values/no-days.ts';
import {newUser, idOf, updateOf} from '../../people.ts';
import type {Script} from '../../../language/script.ts';
import type {Val} from '../../../../spec/value.ts';

/** A text with a unique part. */
const address = (...parts: Val[]): never => ({$text: parts}) as never;

/** The part that no other address has. */
const NAME = {$fresh: 'text'} as never;

/** Invalid addresses, by what is wrong. */
const WRONG = {
  'two at signs': address(NAME, '@low', '@tide.presscheck.example'),
  'no host': address(NAME, '@'),
  'no name': address('@', NAME, '.presscheck.example'),
  'a blank in the name': address(NAME, ' low@presscheck.example'),
  'a blank in the host': address(NAME, '@low tide.example'),
  'two dots in the host': address(NAME, '@presscheck..example'),
  'two addresses': address(NAME, '@presscheck.example,low@presscheck.example'),
  'a name for people': address('Low Tide <', NAME, '@presscheck.example>'),
  'a line break': address(NAME, '@presscheck.example\nlow'),
};

/** A property: a creation and an update with one of the values are refused. */
const propertyOfRefused = (
  rule: RuleId,
  place: string,
  values: ValueClasses,
  {right, wrong}: {right(s: Script): Record<string, Val>; wrong(s: Script, value: Val): object},
): AnyProperty =>
  property({
    rule,
    place,
    maxDrawsOnShared: 0,
    forAll: {value: values},
    act: (s, {value}) => {
      const body = {...newUser(s), ...right(s)};
      const created = s.call('createUser', {body, expects: 'created'});
      const update = {...updateOf(body), ...wrong(s, value)};
      return {
        creation: s.call('createUser', {body: {...newUser(s), ...wrong(s, value)}}),
        update: s.call('updateUser', {path: idOf(created), body: update}),
      };
    },
    judge: ({creation, update}) =>
      all(
        expectOutcome(creation, 'invalid', 'accepted on create'),
        expectOutcome(update, 'invalid', 'accepted on update'),
      ),
  });

/** A plan that ends on a day. */
const planUntil = (s: Script, day: Val) => ({
  assign_new_plan: s.sample('subscribable_plan'),
  new_plan_custom_valid_to: day,
});

/** Similar values on create and on update. */
export const nearMisses: AnyProperty[] = [
  propertyOfRefused(
    'store.users.email-must-be-valid',
    'addresses that are none',
    {
      plain: address(NAME, 'at a host'),
      classes: Object.fromEntries(
        Object.entries(WRONG).map(([name, email]) => [name, fc.constant(email)]),
      ),
    },
    {right: () => ({}), wrong: (_s, email) => ({email})},
  ),
  propertyOfRefused(
    'store.users.plan-end-is-a-date',
    'texts that are no day',
    classesOf<string>(...noDays(2031), '2031-134'),
    {right: (s) => planUntil(s, '2031-05-14'), wrong: planUntil},
  ),
];
