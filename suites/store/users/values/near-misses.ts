/** Addresses and days that resemble valid ones and must be refused (Endpoints / Users; Errors). */

import * as fc from 'fast-check';
import {classesOf, type ValueClasses} from '../../../values/values.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement, AnyProperty} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {createUser, newUser, idOf, updateOf} from '../../people.ts';
import type {Script} from '../../../language/script.ts';
import type {Val} from '../../../../spec/value.ts';

/** Invalid addresses, by what is wrong; each has a unique part. */
const wrongAddresses: ValueClasses<never> = {
  plain: address('at a host'),
  classes: {
    'two at signs': fc.constant(address('@low', '@tide.presscheck.example')),
    'no host': fc.constant(address('@')),
    'no name': fc.constant({$text: ['@', {$fresh: 'text'}, '.presscheck.example']} as never),
    'a blank in the name': fc.constant(address(' low@presscheck.example')),
    'a blank in the host': fc.constant(address('@low tide.example')),
    'two dots in the host': fc.constant(address('@presscheck..example')),
    'two addresses': fc.constant(address('@presscheck.example,low@presscheck.example')),
    'a name for people': fc.constant({
      $text: ['Low Tide <', {$fresh: 'text'}, '@presscheck.example>'],
    } as never),
    'a line break': fc.constant(address('@presscheck.example\nlow')),
  },
};

/** A text that begins with a unique part. */
function address(...parts: string[]): never {
  return {$text: [{$fresh: 'text'}, ...parts]} as never;
}

/** Both requests are refused. */
const expectBothRefused = ({
  creation,
  update,
}: Record<'creation' | 'update', Exchange>): Judgement =>
  all(
    expectOutcome(creation, 'invalid', 'accepted on create'),
    expectOutcome(update, 'invalid', 'accepted on update'),
  );

/** An invalid address is refused, on create and on update. */
const emails: AnyProperty = property({
  rule: 'store.users.email-must-be-valid',
  place: 'addresses that are none',
  maxDrawsOnShared: 0,
  forAll: {email: wrongAddresses},
  act: (s, {email}) => {
    const {created, body} = createUser(s);
    return {
      creation: s.call('createUser', {body: {...newUser(s), email}}),
      update: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), email}}),
    };
  },
  judge: expectBothRefused,
});

/** Texts that are not a day of the form YYYY-MM-DD. */
const noDays = classesOf<string>(
  '2031-05-14T00:00:00Z',
  '2031-05-14 00:00:00',
  '2031-5-4',
  '20310514',
  '2031/05/14',
  '14-05-2031',
  '14.05.2031',
  '2031-02-30',
  '2029-02-29',
  '2031-04-31',
  '2031-13-01',
  '2031-00-10',
  '2031-05',
  '2031-134',
  'tomorrow',
);

/** A plan that ends on a day. */
const planUntil = (s: Script, day: string): Record<string, Val> => ({
  assign_new_plan: s.sample('subscribable_plan'),
  new_plan_custom_valid_to: day,
});

/** The end of a plan is a day of the form YYYY-MM-DD that exists. */
const planEnds: AnyProperty = property({
  rule: 'store.users.plan-end-is-a-date',
  place: 'texts that are no day',
  maxDrawsOnShared: 0,
  forAll: {end: noDays},
  act: (s, {end}) => {
    const body = newUser(s);
    const created = s.call('createUser', {
      body: {...body, ...planUntil(s, '2031-05-14')},
      expects: 'created',
    });
    return {
      creation: s.call('createUser', {body: {...newUser(s), ...planUntil(s, end)}}),
      update: s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), ...planUntil(s, end)},
      }),
    };
  },
  judge: expectBothRefused,
});

/** Similar values on create and on update. */
export const nearMisses: AnyProperty[] = [emails, planEnds];
