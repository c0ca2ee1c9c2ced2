import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../check.ts';
import {all, holds, is} from '../../judge.ts';
import {property} from '../../property.ts';
import {classesOf, days} from '../../values/values.ts';
import {idOf, newUser, updateOf} from '../people.ts';

/** The meaning of a text as a flag. */
const SAYS: Record<string, boolean> = {false: false, '0': false, true: true, '1': true, on: true};

/** A flag that was sent as a text is refused or has the meaning of the text, never the opposite. */
function isNotTheOpposite(created: Exchange, flag: string, given: string): Judgement {
  const got: unknown = created.body?.data?.[flag];
  return holds(!created.situations.includes('created') || got !== !SAYS[given], {
    branch: `${flag}: the opposite of a text`,
    expected: `\`${flag}\` given as "${given}" to be refused, or to be ${String(SAYS[given])}`,
    got: String(got),
    at: created,
  });
}

/** Values that creations and updates accept. */
export const valuesTaken: AnyProperty[] = [
  property({
    rule: 'store.users.flags-must-be-boolean',
    place: 'given as texts',
    forAll: {
      flag: classesOf('admin', 'plan_admin', 'only_sees_readable'),
      given: classesOf('false', '0', 'true', '1', 'on'),
    },
    act: (s, {flag, given}) => ({
      created: s.call('createUser', {body: {...newUser(s), [flag]: given}}),
    }),
    judge: ({created}, {flag, given}) => isNotTheOpposite(created, flag, given),
  }),
  property({
    rule: 'store.users.plan-end-is-a-date',
    place: 'days that are taken',
    forAll: {first: days, second: days},
    act: (s, {first, second}) => {
      const plan = {assign_new_plan: s.sample('subscribable_plan')};
      const until = (day: string) => ({...plan, new_plan_custom_valid_to: day});
      const body = newUser(s);
      const onCreate = s.call('createUser', {body: {...body, ...until(first)}});
      const onUpdate = s.call('updateUser', {
        path: idOf(onCreate),
        body: {...updateOf(body), ...until(second)},
        optional: true,
      });
      return {onCreate, onUpdate};
    },
    judge: ({onCreate, onUpdate}) =>
      all(
        is(onCreate, 'created', 'a day refused on create'),
        // A user who was not created cannot be updated.
        () => is(onUpdate, 'updated', 'a day refused on update'),
      ),
  }),
];
