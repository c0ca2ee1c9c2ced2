/** Takes ids that resemble each other for equal. */

import type {Defect, Seam} from '../../defect.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {around, atPlace, breaking, receiving, findingBy} from '../breaking.ts';
import {asPattern, withoutAccents} from '../families/texts.ts';
import {taken, userIn} from './users/changed-users.ts';

/** Whether the id of a row counts as equal to the requested one. */
type Careless = (has: string, wanted: string) => boolean;

const isNumber = (text: string): boolean => /^\d+(\.\d+|e\d+)?$/.test(text);

const asNumbers: Careless = (has, wanted) =>
  isNumber(has) && isNumber(wanted) && Number(has) === Number(wanted);

const byTheirBeginning: Careless = (has, wanted) =>
  has.length > 30 && wanted.length > 30 && has.slice(0, 30) === wanted.slice(0, 30);

const asPatterns: Careless = (has, wanted) => new RegExp(`^${asPattern(wanted)}$`, 's').test(has);

/** Lets lookups by an id find rows with a similar id. */
const looking = (
  operations: string[],
  {table, index, member}: Record<'table' | 'index' | 'member', string>,
  isTakenFor: Careless,
): Seam =>
  findingBy(operations, (found, asked) => {
    if (asked.table !== table || asked.index !== index) return found;
    const where = (row: Row): boolean => {
      const has = (row as Row & Record<string, unknown>)[member];
      return typeof has === 'string' && isTakenFor(has, asked.value);
    };
    return asked.view.oldest(table, {limit: 1, where})[0];
  });

const SESSIONS = ['listAuthSessions'];
const ORDER = {table: 'orders', index: 'reference', member: 'external_reference'};
const USER = {table: 'users', index: 'external_id', member: 'external_id'};
const ISSUE = {table: 'issues', index: 'external_id', member: 'external_id'};

/** Refuses creations when another user has a similar external_id. */
const refusingTaken = (isTakenFor: Careless): Seam =>
  around(['createUser'], (next) => (view, input) => {
    const {external_id: id} = input.body as {external_id: string};
    const where = ({external_id: has}: User): boolean => has !== null && isTakenFor(has, id);
    return view.newest<User>('users', {limit: 1, where}).length
      ? taken('external_id')
      : next(view, input);
  });

/** Updates are accepted whose external_id is taken for the one that the user has. */
export const takingForCurrent = (isTakenFor: Careless): Seam =>
  receiving(['updateUser'], ({body, path}, view) => {
    const {external_id: current} = userIn(view, path) ?? {};
    const {external_id: given} = body as {external_id?: unknown};
    return typeof current === 'string' && typeof given === 'string' && isTakenFor(current, given)
      ? {body: {...(body as object), external_id: current}}
      : {};
  });

const isSafe = (text: string): boolean => Number.isSafeInteger(Number(text));

/** Letters without their accents, and blanks that follow each other, as one. */
const simplified = (text: string): string => withoutAccents(text).replaceAll(/ +/g, ' ');

/** Defects of lookups and comparisons of ids that differ slightly. */
export const nearTexts: Defect[] = [
  ...atPlace(
    'each that differs in little',
    breaking('store.users.external-id-cannot-change', {
      'an external_id that is the same number is accepted': takingForCurrent(asNumbers),
      'an external_id that is the same whole number is accepted': takingForCurrent(
        (has, given) => asNumbers(has, given) && isSafe(has) && /^\d+$/.test(has + given),
      ),
      'an external_id with the same beginning is accepted': takingForCurrent(byTheirBeginning),
      'an external_id that is a pattern of the current one is accepted':
        takingForCurrent(asPatterns),
      'an external_id with other blanks is accepted': takingForCurrent(
        (has, given) => simplified(has) === simplified(given),
      ),
    }),
  ),
  ...atPlace('what differs in little', [
    ...breaking('store.orders.external-reference-finds-the-order', {
      'references of figures are numbers': looking(['getOrder'], ORDER, asNumbers),
      'references are compared by their beginnings': looking(['getOrder'], ORDER, byTheirBeginning),
      'references are patterns': looking(['getOrder'], ORDER, asPatterns),
    }),
    ...breaking('store.content.reference-finds-the-issue', {
      'references of figures are numbers': looking(['getIssue'], ISSUE, asNumbers),
      'references are compared by their beginnings': looking(['getIssue'], ISSUE, byTheirBeginning),
      'references are patterns': looking(['getIssue'], ISSUE, asPatterns),
    }),
    ...breaking('store.auth-sessions.external-id-filters', {
      'the beginning of an external id is enough': looking(SESSIONS, USER, (has, wanted) =>
        has.startsWith(wanted),
      ),
      'external ids of figures are numbers': looking(SESSIONS, USER, asNumbers),
      'external ids are compared by their beginnings': looking(SESSIONS, USER, byTheirBeginning),
      'external ids are patterns': looking(SESSIONS, USER, asPatterns),
      'an external id of figures is taken for the id of a user': receiving(SESSIONS, ({query}) => {
        const {external_id: id, ...rest} = query;
        return id !== undefined && /^\d+$/.test(id) ? {query: {...rest, user_id: id}} : {};
      }),
    }),
    ...breaking('store.users.external-id-is-unique', {
      'external ids of figures are numbers': refusingTaken(asNumbers),
      'external ids are compared by their beginnings': refusingTaken(byTheirBeginning),
      'external ids are patterns': refusingTaken(asPatterns),
    }),
  ]),
];
