import type {Defect, Seam} from '../../../defect.ts';
import {invalid} from '../../../store/invalid.ts';
import {refusedAs, together, unchecked, unguarded, unstored} from '../../families/seams.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {CREATE, giving, refusing, UPDATE, USER, type UserBody} from './changed-users.ts';

const {accepting, instead, storing} = USER;

const END = 'new_plan_custom_valid_to';
const WRITES = ['createUser', 'updateUser'];

/** Requires members that the document calls optional. */
const requiring = (operation: string, members: string[]): Phrases =>
  each(members, (member) => [
    `${member} is required`,
    unchecked(operation, `/${member}`, 'required', true),
  ]);

/** Accepts values of other types in a member. */
const typed = (operation: string, member: string, ...types: string[]): Seam =>
  unchecked(operation, `/${member}`, 'type', types);

/** Checks a pattern in the place of the documented format of a member. */
const matching = (what: string, member: string, pattern: string): Phrases =>
  each(WRITES, (operation) => [
    `${operation} accepts ${what}`,
    together(
      unchecked(operation, `/${member}`, 'format'),
      unchecked(operation, `/${member}`, 'pattern', pattern),
    ),
  ]);

/** Refuses some values of a member, whether the schema would or not. */
const refusingValue = (operations: string[], member: keyof UserBody, which: unknown): Seam =>
  refusing(operations, member, {body: {[member]: which}});

/** Refuses passwords that are too short instead of the schema. */
const measuring = (
  operation: string,
  isShort: (password: string) => boolean,
  message = (_password: string) => 'It must have 8 characters.',
): Seam =>
  together(
    unchecked(operation, '/new_password', 'minLength'),
    instead([operation], {body: {new_password: isShort}}, (_next, {body}) =>
      invalid({new_password: [message(body.new_password ?? '')]}),
    ),
  );

/** Takes the length of a password that is too short in bytes. */
const inBytes = (operation: string): Seam =>
  measuring(operation, (password) => Buffer.byteLength(password) < 8);

/** Quotes a password that is too short in its refusal. */
const quoting = (operation: string): Seam =>
  measuring(
    operation,
    ({length}) => length < 8,
    (password) => `"${password}" has fewer than 8 characters.`,
  );

const longer =
  (most: number) =>
  (text: string): boolean =>
    Buffer.byteLength(text) > most;

/** Lets a creation accept some texts as a flag, and convert them with `read`. */
const readingTexts = (
  member: 'admin' | 'plan_admin' | 'only_sees_readable',
  read: (text: string) => boolean | string,
  texts = ['true', 'false', '1', '0', 'on'],
): Seam =>
  together(
    typed('createUser', member, 'boolean', 'string'),
    giving(
      CREATE,
      ({body}) => texts.includes(String(body[member])),
      ({[member]: text}) => ({
        [member]: typeof text === 'string' ? read(text) : text,
      }),
    ),
    refusingValue(
      CREATE,
      member,
      (text: unknown) => typeof text === 'string' && !texts.includes(text),
    ),
  );

/** Accepts any text for a plan, and refuses numbers that are no plan. */
const anyText = (operation: string): Seam =>
  together(
    typed(operation, 'assign_new_plan', 'integer', 'string'),
    accepting([operation], 'plan-unknown', {
      body: {assign_new_plan: (plan: unknown) => typeof plan === 'string'},
    }),
  );

/** Refuses 0 as the limit of sessions, and accepts the numbers below it. */
const belowZero = (operation: string): Seam =>
  together(
    unchecked(operation, '/sessions_limit', 'minimum'),
    refusingValue([operation], 'sessions_limit', 0),
  );

const anonymizeAccepts = (...more: string[]): Seam =>
  unchecked('deactivateUser', 'query/anonymize', 'enum', ['true', '1', 'false', '0', ...more]);

/** Takes some limits of sessions for others. */
const limit = (operation: string[], is: number, stored: number | null): Seam =>
  storing(operation, {row: {sessions_limit: is}}, {sessions_limit: stored});

/** Stores another text of the external_id. */
const storingId = (which: RegExp, by: string): Seam =>
  storing(CREATE, {}, ({external_id: id}) => ({external_id: id?.replaceAll(which, by) ?? null}));

/** Keeps another password than the one that was given. */
const keepingPassword = (operations: string[], which = BEYOND_16_BITS, by = '?'): Seam =>
  giving(operations, {body: {new_password: GIVEN}}, ({new_password: password}) => ({
    new_password: password?.replaceAll(which, by),
  }));

/** Keeps no password of some length. */
const losingPassword = (which: RegExp): Seam =>
  storing(CREATE, {body: {new_password: which}}, {password: null});

/** Refuses some dates as the end of a plan. */
const refusingDays = (which: (day: number) => boolean): Seam =>
  refusingValue([...CREATE, ...UPDATE], END, (day: string) => which(Number(day.slice(8))));

const BEYOND_16_BITS = /[^\0-\uFFFF]/gu;
const LONG_LAST_LABEL = /\.[a-z]{8,}$/;
const of254 = (password: string): boolean => [...password].length === 254;

const KIND = 'each kind of value';

/** Defects of which requests are accepted, and of which values (Resources / User; Endpoints / Users). */
export const bounds: Defect[] = defects({
  'store.users.create-needs-no-optional-member': {
    ...requiring('createUser', ['sessions_limit', 'admin', 'plan_admin', 'only_sees_readable']),
    'new_plan_custom_valid_to is required beside a plan': refusing(CREATE, END, {
      body: {assign_new_plan: GIVEN, new_plan_custom_valid_to: ABSENT},
    }),
  },
  'store.users.update-needs-no-optional-member': requiring('updateUser', [
    'new_password',
    'sessions_limit',
    'admin',
    'plan_admin',
    'user_plan_name',
  ]),
  'store.users.created-is-as-given @ the least and the greatest limit': {
    'a create takes a limit of 1 for none': limit(CREATE, 1, null),
    'a create takes the greatest limit for none': limit(CREATE, 999_999, null),
  },
  'store.users.update-is-kept @ the least and the greatest limit': {
    'an update takes a limit of 1 for none': limit(UPDATE, 1, null),
    'an update takes the greatest limit for none': limit(UPDATE, 999_999, null),
  },
  'store.users.invalid-create-answers-422': each([400, 404], (status) => [
    `an invalid create is answered ${status}`,
    refusedAs('invalid', {status}, {in: CREATE}),
  ]),
  'store.users.assigned-plan-must-exist': {
    ...each(WRITES, (name) => [`${name} accepts any plan`, unguarded('plan-unknown', [name])]),
    'createUser accepts a plan of another store': accepting(CREATE, 'plan-unknown', {
      body: {assign_new_plan: 503},
    }),
    ...each(WRITES, (name) => [`${name} accepts any text as a plan`, anyText(name)]),
  },
  'store.users.assigned-plan-must-be-subscribable': each(WRITES, (name) => [
    `${name} accepts a plan that is not subscribable`,
    unguarded('plan-unknown', [name]),
  ]),
  'store.users.assigned-plan-is-given': {
    ...each(WRITES, (name) => [`${name} forgets the plan`, unstored([name], 'subscriptions')]),
    'every plan is refused': refusingValue(CREATE, 'assign_new_plan', GIVEN),
  },
  'store.users.email-must-be-valid': matching('any text with an @', 'email', '@'),
  'store.users.plan-end-is-a-date': {
    ...matching('any digits and dashes', END, '^[0-9-]+$'),
    'the last days of a month are refused': refusingDays((day) => day > 27),
    'days below ten are refused': refusingDays((day) => day < 10),
  },
  'store.users.flags-must-be-boolean': {
    ...Object.assign(
      {},
      ...['admin', 'plan_admin', 'only_sees_readable'].flatMap((member) =>
        ['number', 'object'].map((type) =>
          each(WRITES, (name) => [
            `${name} accepts ${type === 'object' ? 'an' : 'a'} ${type} as ${member}`,
            typed(name, member, 'boolean', type),
          ]),
        ),
      ),
    ),
    'any of the texts true, false, 1 and 0 makes an admin': readingTexts('admin', () => true),
    'a text that is taken sets only_sees_readable to its opposite': readingTexts(
      'only_sees_readable',
      (text) => ['false', '0'].includes(text),
    ),
    'the text false is stored as it is': readingTexts('admin', (text) => text, ['false']),
    'a text never makes a plan admin': readingTexts('plan_admin', () => false),
  },
  'store.users.sessions-limit-is-1-to-999999': {
    ...each(WRITES, (name) => [
      `${name} accepts an object`,
      typed(name, 'sessions_limit', 'integer', 'object'),
    ]),
    ...each(WRITES, (name) => [`${name} accepts numbers below zero`, belowZero(name)]),
  },
  'store.users.anonymize-must-be-boolean': {
    'yes and no are accepted': anonymizeAccepts('yes', 'no'),
    'other numbers than 0 and 1 are accepted': anonymizeAccepts('2', '-1'),
  },
  'store.users.email-is-required': {
    'null is accepted': typed('createUser', 'email', 'string', 'null'),
  },
  'store.users.external-id-is-required': {
    'null is accepted': typed('createUser', 'external_id', 'string', 'null'),
  },
  'store.users.password-is-required-on-create': {
    'null is accepted': typed('createUser', 'new_password', 'string', 'null'),
  },
  'store.users.only-sees-readable-is-required-on-update': {
    'null is accepted': typed('updateUser', 'only_sees_readable', 'boolean', 'null'),
  },
  [`store.users.created-is-as-given @ ${KIND}`]: {
    'an address whose last label is long is refused': refusingValue(
      CREATE,
      'email',
      LONG_LAST_LABEL,
    ),
    'an external_id loses its characters beyond 16 bits': storingId(BEYOND_16_BITS, ''),
    'an external_id loses its second blank in a row': storingId(/ +/g, ' '),
    'a limit of more than 65535 is stored as 65535': storing(
      CREATE,
      {row: {sessions_limit: (limit) => limit !== null && limit > 65_535 && limit < 999_999}},
      {sessions_limit: 65_535},
    ),
  },
  'store.users.created-is-as-given @ written with escapes': {
    'a later external_id with characters beyond 16 bits loses them': giving(
      CREATE,
      {body: {external_id: /[^\0-\uFFFF]/u}, from: 2},
      ({external_id: id}) => ({external_id: id?.replaceAll(BEYOND_16_BITS, '\uFFFD\uFFFD')}),
    ),
  },
  [`store.users.update-is-kept @ ${KIND}`]: {
    'an update to an address whose last label is long is refused': refusingValue(
      UPDATE,
      'email',
      LONG_LAST_LABEL,
    ),
    'an update to an address that begins with a digit is refused': refusingValue(
      UPDATE,
      'email',
      /^\d/,
    ),
    'an update stores a limit of 128 as 127': limit(UPDATE, 128, 127),
  },
  [`store.users.password-is-8-to-255 @ ${KIND}`]: {
    'a password of 254 characters is refused': refusingValue(CREATE, 'new_password', of254),
  },
  [`store.users.sessions-limit-is-1-to-999999 @ ${KIND}`]: {
    'a limit of 10000 is refused': refusingValue(CREATE, 'sessions_limit', 10_000),
  },
  [`store.users.password-is-8-to-255 @ ${KIND} is admitted`]: {
    'a password with characters beyond 16 bits is kept without them': keepingPassword(CREATE),
    'a password with a backslash is kept without it': keepingPassword(CREATE, /\\/g, ''),
  },
  [`store.users.password-is-8-to-255 @ ${KIND} of an update`]: {
    'a new password of 254 characters is refused': refusingValue(UPDATE, 'new_password', of254),
  },
  [`store.users.sessions-limit-is-1-to-999999 @ ${KIND} of an update`]: {
    'an update to a limit of 10000 is refused': refusingValue(UPDATE, 'sessions_limit', 10_000),
  },
  [`store.users.password-is-8-to-255 @ ${KIND} of an update is admitted`]: {
    'a new password with characters beyond 16 bits is kept without them': keepingPassword(UPDATE),
  },
  'store.users.password-is-8-to-255': {
    'a password of more than 72 characters is not kept': losingPassword(/^.{73,}$/s),
    'a password of 61 characters is not kept': losingPassword(/^.{61}$/s),
  },
  'store.users.external-id-is-at-most-64 @ of letters that are not ASCII': {
    'the bytes of an external_id are counted': refusingValue(CREATE, 'external_id', longer(64)),
  },
  'store.users.password-is-8-to-255 @ of letters that are not ASCII': {
    'a long password is measured in bytes': refusingValue(CREATE, 'new_password', longer(255)),
  },
  'store.users.password-is-8-to-255 @ too short, in letters of several bytes': {
    'bytes of a password are counted on create': inBytes('createUser'),
    'bytes of a password are counted on update': inBytes('updateUser'),
  },
  'store.users.password-is-never-shown @ in the refusal of a password': {
    'the refusal of a create quotes the password': quoting('createUser'),
    'the refusal of an update quotes the password': quoting('updateUser'),
  },
});
