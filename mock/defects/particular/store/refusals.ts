/** Defects of what a refused request leaves behind, and of values with undocumented types. */

import type {Seam} from '../../../defect.ts';
import {isRefused, type Transition} from '../../../operation.ts';
import {inEachWorld} from '../../families/remembered.ts';
import {together, unchecked} from '../../families/seams.ts';
import {isText} from '../../families/texts.ts';
import {membersOf} from '../../store/members.ts';
import {invalidField} from '../../store/requests.ts';
import {CREATE, REACTIVATE, refusedButDone, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {creation, obeyingAnonymize, update, USER, type Marked} from './altered-users.ts';

/** Performs a refused creation when it is repeated. */
const givingIn = inEachWorld(CREATE, () => {
  const refused = new Set<string>();
  return creation.leaves('external_id', ({body: {email}}, doneWithout) => {
    const isRepeated = refused.has(email);
    refused.add(email);
    return isRepeated ? doneWithout() : undefined;
  });
});

/** Refuses the reactivation of an anonymized user, and remembers it for the second one. */
const wearingDown = membersOf(USER, REACTIVATE).leaves(
  undefined,
  ({before: user}, _doneWithout, {refused}) => {
    if (refused !== 'anonymized' || !user) return undefined;
    const put: Marked = user.returned
      ? {...user, name: 'reader', external_id: `reader-${user.id}`}
      : {...user, returned: true};
    return [{table: 'users', put}];
  },
);

type Body = Record<string, unknown>;

/** How to handle a request in which a member has a value of another type: with another body, by its response. */
type Handling = (
  perform: (body: Body) => ReturnType<Transition>,
  body: Body,
) => ReturnType<Transition>;

/** Accepts some values of other types in a member, and handles them itself. */
const taking = (
  [operation = '']: string[],
  member: string,
  types: string[],
  isMeant: (value: unknown) => boolean,
  handled: Handling,
): Seam =>
  together(
    unchecked(operation, `/${member}`, 'type', types),
    USER.instead([operation], {body: {[member]: isMeant}}, (next, {view, body}, input) =>
      handled((other) => next(view, {...input, body: other}), {...body}),
    ),
  );

/** Refuses a request because of a member, but performs it without the member. */
const refusedTooLate =
  (member: string): Handling =>
  (perform, {[member]: _value, ...others}) => {
    const outcome = perform(others);
    return isRefused(outcome) ? outcome : refusedButDone(invalidField(member), outcome.changes);
  };

/** Stores another value of a member. */
const takenFor =
  (member: string, other: (value: number) => unknown): Handling =>
  (perform, body) =>
    perform({...body, [member]: other(Number(body[member]))});

const LIMIT = 'sessions_limit';
const TEXTS = ['integer', 'string'];

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isDecimal = (value: unknown): boolean => isNumber(value) && !Number.isInteger(value);

/** Defects of refusals and types (Errors; Users). */
export const refusals: ParticularDefect[] = [
  ...particular('refusals', 'store.users.external-id-change-changes-nothing', {
    // An update that is refused for its email and its external_id stores all its other members.
    'an update that fails in two fields is stored in part': update.leaves(
      'email',
      ({before}, doneWithout, {errors}) => {
        if (!errors?.['external_id'] || !before) return undefined;
        const kept = {email: before.email, external_id: before.external_id};
        return (doneWithout() ?? []).map((change) =>
          'put' in change ? {...change, put: {...change.put, ...kept}} : change,
        );
      },
    ),
  }),
  ...particular('refusals', 'store.users.refused-create-makes-nobody', {
    // The email of a create that was refused for its external_id cannot be used any more.
    'a refused create keeps its email taken': creation.reserves(
      'email',
      (_body, {errors = {}}) => 'external_id' in errors && !('email' in errors),
    ),
    // A create that is refused for its external_id makes a user when it is sent a second time.
    'a refused create that comes again makes the user': givingIn,
    // A create that is refused since its sessions_limit is a text has made the user.
    'a create whose limit is a text is refused too late': taking(
      CREATE,
      LIMIT,
      TEXTS,
      isText,
      refusedTooLate(LIMIT),
    ),
    // A create that is refused since `plan_admin` is a number has made the user.
    'a create whose flag is a number is refused too late': taking(
      CREATE,
      'plan_admin',
      ['boolean', 'number'],
      isNumber,
      refusedTooLate('plan_admin'),
    ),
  }),
  ...particular('refusals', 'store.users.refused-update-changes-nothing', {
    // An update that is refused since its sessions_limit is a text stores its flags.
    'an update whose limit is a text stores the other members': taking(
      UPDATE,
      LIMIT,
      TEXTS,
      isText,
      refusedTooLate(LIMIT),
    ),
    // An update that is refused since its sessions_limit is a decimal stores its flags.
    'an update whose limit is a decimal stores the other members': taking(
      UPDATE,
      LIMIT,
      ['number'],
      isDecimal,
      refusedTooLate(LIMIT),
    ),
  }),
  ...particular('representations', 'store.users.sessions-limit-is-1-to-999999', {
    // A create takes a sessions_limit such as "12 a day" for the number at its beginning.
    'digits before letters are a limit': taking(
      CREATE,
      LIMIT,
      TEXTS,
      isText,
      (perform, {[LIMIT]: value, ...body}) => {
        const number = Number.parseInt(String(value), 10);
        const isTaken = number >= 1 && number <= 999_999 && !/^\d+$/.test(String(value));
        return isTaken ? perform({...body, [LIMIT]: number}) : invalidField(LIMIT);
      },
    ),
    // An update takes a sessions_limit with decimals, and stores a whole number.
    'a decimal limit of an update is rounded': taking(
      UPDATE,
      LIMIT,
      ['number'],
      isDecimal,
      takenFor(LIMIT, Math.ceil),
    ),
  }),
  ...particular('representations', 'store.users.created-is-as-given', {
    // A create takes a number for its external_id, and stores it in another notation.
    'a number in the place of an external_id gets an exponent': taking(
      CREATE,
      'external_id',
      ['string', 'number'],
      isNumber,
      takenFor('external_id', (id) => id.toExponential()),
    ),
  }),
  ...particular('representations', 'store.users.plan-end-is-a-date', {
    // A create takes the 29th of February of any year, and the 31st of any month.
    'a day that no month has is taken': together(
      unchecked('createUser', '/new_plan_custom_valid_to', 'format'),
      unchecked(
        'createUser',
        '/new_plan_custom_valid_to',
        'pattern',
        '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      ),
    ),
  }),
  ...particular('refusals', 'store.users.refused-anonymize-changes-nothing', {
    // A deactivation whose `anonymize` is a number such as 2 is refused and carried out.
    'a number deactivates': obeyingAnonymize(/^(true|false|\d+)?$/),
    // A deactivation with `anonymize=yes` or `no` is refused and carried out.
    'a yes deactivates': obeyingAnonymize(/^(true|false|1|0|yes|no)?$/),
  }),
  ...particular('refusals', 'store.users.anonymization-is-irreversible', {
    // The second reactivation of an anonymized user is refused, and sets name and external_id.
    'the second refused reactivation restores the person': wearingDown,
  }),
  ...particular('refusals', 'store.access.errors-name-the-failing-field', {
    // A create whose email and external_id are both taken is refused for the email alone.
    'of two fields that are taken one is named': USER.instead(CREATE, {}, (next, {view}, input) => {
      const outcome = next(view, input);
      if (!isRefused(outcome) || !outcome.errors?.['email']) return outcome;
      return {...outcome, errors: {email: outcome.errors['email']}};
    }),
  }),
];
