import type {Seam} from '../../../defect.ts';
import {isRefused, type Input, type Transition} from '../../../operation.ts';
import {around} from '../../breaking.ts';
import {CREATE, refusedButDone, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {invalid, obeyingAnonymize} from './altered-users.ts';
import {together, unchecked} from '../../families/seams.ts';

type Body = Record<string, unknown>;

/** How to handle a request in which a member has a value of another type. */
type Handling = (next: Transition, value: unknown) => Transition;

/**
 * Accepts values of another type in a member, and handles them itself.
 * @param types the accepted types
 */
const taking = (
  [operation]: string[],
  member: string,
  types: string[],
  isMeant: (value: unknown) => boolean,
  handled: Handling,
): Seam =>
  together(
    unchecked(operation ?? '', `/${member}`, 'type', types),
    around([operation ?? ''], (next) => (view, input) => {
      const value = (input.body as Body)[member];
      return isMeant(value) ? handled(next, value)(view, input) : next(view, input);
    }),
  );

/** An input with another value of a member. */
const withMember = (input: Input, member: string, value: unknown): Input => ({
  ...input,
  body: {...(input.body as Body), [member]: value},
});

/** Refuses a request because of a member, but performs it without the member. */
const refusedTooLate =
  (member: string): Handling =>
  (next) =>
  (view, input) => {
    const {[member]: _value, ...others} = input.body as Body;
    const outcome = next(view, {...input, body: others});
    return isRefused(outcome) ? outcome : refusedButDone(invalid(member), outcome.changes);
  };

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isDecimal = (value: unknown): boolean => isNumber(value) && !Number.isInteger(value);

/** Defects of values with undocumented types, and of dates that do not exist (Users). */
export const types: ParticularDefect[] = [
  ...particular('refusals', 'store.users.refused-create-makes-nobody', {
    'a create whose limit is a text is refused too late': [
      'A create that is refused since its sessions_limit is a text has made the user.',
      taking(
        CREATE,
        'sessions_limit',
        ['integer', 'string'],
        isText,
        refusedTooLate('sessions_limit'),
      ),
    ],
    'a create whose flag is a number is refused too late': [
      'A create that is refused since `plan_admin` is a number has made the user.',
      taking(CREATE, 'plan_admin', ['boolean', 'number'], isNumber, refusedTooLate('plan_admin')),
    ],
  }),
  ...particular('refusals', 'store.users.refused-update-changes-nothing', {
    'an update whose limit is a text stores the other members': [
      'An update that is refused since its sessions_limit is a text stores its flags.',
      taking(
        UPDATE,
        'sessions_limit',
        ['integer', 'string'],
        isText,
        refusedTooLate('sessions_limit'),
      ),
    ],
    'an update whose limit is a decimal stores the other members': [
      'An update that is refused since its sessions_limit is a decimal stores its flags.',
      taking(UPDATE, 'sessions_limit', ['number'], isDecimal, refusedTooLate('sessions_limit')),
    ],
  }),
  ...particular('representations', 'store.users.sessions-limit-is-1-to-999999', {
    'digits before letters are a limit': [
      'A create takes a sessions_limit such as "12 a day" for the number at its beginning.',
      taking(CREATE, 'sessions_limit', ['integer', 'string'], isText, (next, value) => {
        const number = Number.parseInt(String(value), 10);
        const isTaken = number >= 1 && number <= 999_999 && !/^\d+$/.test(String(value));
        if (!isTaken) return () => invalid('sessions_limit');
        return (view, input) => next(view, withMember(input, 'sessions_limit', number));
      }),
    ],
    'a decimal limit of an update is rounded': [
      'An update takes a sessions_limit with decimals, and stores a whole number.',
      taking(
        UPDATE,
        'sessions_limit',
        ['number'],
        isDecimal,
        (next, value) => (view, input) =>
          next(view, withMember(input, 'sessions_limit', Math.ceil(Number(value)))),
      ),
    ],
  }),
  ...particular('representations', 'store.users.created-is-as-given', {
    'a number in the place of an external_id gets an exponent': [
      'A create takes a number for its external_id, and stores it in another notation.',
      taking(
        CREATE,
        'external_id',
        ['string', 'number'],
        isNumber,
        (next, value) => (view, input) =>
          next(view, withMember(input, 'external_id', Number(value).toExponential())),
      ),
    ],
  }),
  ...particular('representations', 'store.users.plan-end-is-a-date', {
    'a day that no month has is taken': [
      'A create takes the 29th of February of any year, and the 31st of any month.',
      together(
        unchecked('createUser', '/new_plan_custom_valid_to', 'format'),
        unchecked(
          'createUser',
          '/new_plan_custom_valid_to',
          'pattern',
          '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
        ),
      ),
    ],
  }),
  ...particular('refusals', 'store.users.refused-anonymize-changes-nothing', {
    'a yes deactivates': [
      'A deactivation with `anonymize=yes` or `no` is refused and carried out.',
      obeyingAnonymize(/^(true|false|1|0|yes|no)?$/),
    ],
  }),
];
