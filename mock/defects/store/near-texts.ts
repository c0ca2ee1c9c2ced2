/** Takes ids that resemble each other for equal. */

import type {Defect, Seam} from '../../defect.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {findingBy} from '../breaking.ts';
import {list} from '../families/shown-pages.ts';
import {asPattern, withoutAccents} from '../families/texts.ts';
import {defects, type Phrases} from '../table.ts';
import {CREATE, giving, taken, UPDATE, USER} from './users/changed-users.ts';

/** Whether the id of a row counts as equal to the requested one. */
type Careless = (has: string, wanted: string) => boolean;

const isNumber = (text: string): boolean => /^\d+(\.\d+|e\d+)?$/.test(text);

const asNumbers: Careless = (has, wanted) =>
  isNumber(has) && isNumber(wanted) && Number(has) === Number(wanted);

const asWholeNumbers: Careless = (has, wanted) =>
  asNumbers(has, wanted) && Number.isSafeInteger(Number(has)) && /^\d+$/.test(has + wanted);

const byTheirBeginning: Careless = (has, wanted) =>
  has.length > 30 && wanted.length > 30 && has.slice(0, 30) === wanted.slice(0, 30);

const asPatterns: Careless = (has, wanted) => new RegExp(`^${asPattern(wanted)}$`, 's').test(has);

/** Letters without their accents, and blanks that follow each other, as one. */
const simplified = (text: string): string => withoutAccents(text).replaceAll(/ +/g, ' ');

/** Lets lookups by an id find rows with a similar id. */
const looking =
  (operation: string, table: string, index: string, member = index) =>
  (isTakenFor: Careless): Seam =>
    findingBy([operation], (found, asked) => {
      if (asked.table !== table || asked.index !== index) return found;
      const where = (row: Row): boolean => {
        const has = (row as Row & Record<string, unknown>)[member];
        return typeof has === 'string' && isTakenFor(has, asked.value);
      };
      return asked.view.oldest(table, {limit: 1, where})[0];
    });

/** Refuses creations when another user has a similar external_id. */
const refusingTaken = (isTakenFor: Careless): Seam =>
  USER.instead(
    CREATE,
    ({view, body: {external_id: id = ''}}) => {
      const where = ({external_id: has}: User): boolean => has !== null && isTakenFor(has, id);
      return view.newest<User>('users', {limit: 1, where}).length > 0;
    },
    () => taken('external_id'),
  );

/** Updates are accepted whose external_id is taken for the one that the user has. */
export const takingForCurrent = (isTakenFor: Careless): Seam =>
  giving(
    UPDATE,
    ({before, body: {external_id: given}}) =>
      typeof given === 'string' && isTakenFor(before?.external_id ?? '', given),
    (_body, {before}) => ({external_id: before?.external_id}),
  );

/** Compares ids in each way. */
const compared = (what: string, by: (isTakenFor: Careless) => Seam): Phrases => ({
  [`${what} of figures are numbers`]: by(asNumbers),
  [`${what} are compared by their beginnings`]: by(byTheirBeginning),
  [`${what} are patterns`]: by(asPatterns),
});

const ofSessions = looking('listAuthSessions', 'users', 'external_id');

/** Defects of lookups and comparisons of ids that differ slightly. */
export const nearTexts: Defect[] = defects({
  'store.users.external-id-cannot-change @ each that differs in little': {
    'an external_id that is the same number is accepted': takingForCurrent(asNumbers),
    'an external_id that is the same whole number is accepted': takingForCurrent(asWholeNumbers),
    'an external_id with the same beginning is accepted': takingForCurrent(byTheirBeginning),
    'an external_id that is a pattern of the current one is accepted': takingForCurrent(asPatterns),
    'an external_id with other blanks is accepted': takingForCurrent(
      (has, given) => simplified(has) === simplified(given),
    ),
  },
  'store.orders.external-reference-finds-the-order @ what differs in little': compared(
    'references',
    looking('getOrder', 'orders', 'reference', 'external_reference'),
  ),
  'store.content.reference-finds-the-issue @ what differs in little': compared(
    'references',
    looking('getIssue', 'issues', 'external_id'),
  ),
  'store.auth-sessions.external-id-filters @ what differs in little': {
    'the beginning of an external id is enough': ofSessions((has, wanted) =>
      has.startsWith(wanted),
    ),
    ...compared('external ids', ofSessions),
    'an external id of figures is taken for the id of a user': list('listAuthSessions').taking(
      {external_id: /^\d+$/},
      ({external_id: id}) => ({external_id: undefined, user_id: id}),
    ),
  },
  'store.users.external-id-is-unique @ what differs in little': compared(
    'external ids',
    refusingTaken,
  ),
});
