import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {isClientError} from '../../../../spec/status.ts';
import type {AnyProperty, Judgement} from '../../../language/check.ts';
import {
  all,
  brief,
  expectThat,
  expectOutcome,
  summaryOf,
  undecided,
} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {FLAG_TEXTS} from '../../../values/taken-as.ts';
import {classesOf, days} from '../../../values/values.ts';
import {idOf, newUser, updateOf} from '../../people.ts';

/** What a flag that is shown says; undefined for a text or anything else that is no flag. */
function meaningOf(shown: unknown): boolean | undefined {
  // Another rule judges whether a creation may show 1 and 0, as lists may.
  if (shown === 1 || shown === 0) return shown === 1;
  return typeof shown === 'boolean' ? shown : undefined;
}

/**
 * A flag that was sent as a text is refused or has the meaning of the text, never the opposite, and the
 * text itself is not stored. A creation that shows no such flag says nothing.
 */
function expectRefusedOrMeant(created: Exchange, flag: string, given: string): Judgement {
  const shown = at(created.body, `/data/${flag}`);
  const isRefused = isClientError(created.status);
  if (!isRefused && (created.status >= 300 || shown === undefined))
    return undecided(`${created.op} was answered ${summaryOf(created)}, without \`${flag}\``);
  return expectThat(isRefused || meaningOf(shown) === FLAG_TEXTS[given], {
    branch:
      meaningOf(shown) === undefined ? `${flag}: no boolean` : `${flag}: the opposite of a text`,
    expected: `\`${flag}\` given as "${given}" to be refused, or to be ${String(FLAG_TEXTS[given])}`,
    got: isRefused ? summaryOf(created) : brief(shown),
    at: created,
    of: `${flag}: a text`,
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
    judge: ({created}, {flag, given}) => expectRefusedOrMeant(created, flag, given),
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
        expectOutcome(onCreate, 'created', 'a day refused on create'),
        // A user who was not created cannot be updated.
        () => expectOutcome(onUpdate, 'updated', 'a day refused on update'),
      ),
  }),
];
