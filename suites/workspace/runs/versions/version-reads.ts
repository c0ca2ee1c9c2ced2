import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import type {Judgement} from '../../../language/check.ts';
import {expectEqual, expectNone} from '../../../language/judge.ts';
import {column, missing} from '../../../language/rows.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {readCurrent, listFiles} from '../../running.ts';

/** Ids of the versions in a version list. */
export const idsOf = (list: Exchange): unknown[] => column([list], '/id');

/** A later version list has every version of an earlier one. */
export const expectNoneGone = (earlier: Exchange, later: Exchange): Judgement =>
  expectNone(
    missing(idsOf(earlier), idsOf(later)),
    'earlier version that is missing',
    'an-earlier-one-gone',
    later,
  );

/** The ids as texts in alphabetical order: in which order the list shows versions is open. */
const inAnyOrder = (list: Exchange): string[] => idsOf(list).map(toText).toSorted();

/** A version list has the same versions as another one. */
export const expectSameVersions = (list: Exchange, before: Exchange, branch: string): Judgement =>
  expectEqual(inAnyOrder(list), inAnyOrder(before), branch, list, 'the version list');

/** Records reads of everything that a run may have changed on a publication. */
export const readAll = (s: Script, registration: Handle) => ({
  after: listFiles(s, registration),
  now: readCurrent(s, registration),
  publication: s.call('getPublication', {
    path: {publication: registration.at('/id')},
    expects: 'publication',
  }),
});

/**
 * Arguments for a read that is repeated until a member names another version than this one: a read
 * may lag a moment behind the end of a run.
 * @param at where the response names the working version
 */
export const onceNot = (version: Handle, at: string): Args => ({
  until: {at, not: version.at('/id')},
});

/**
 * Records reads of the working version and the version list, after the working version has changed.
 */
export const readAllAfter = (s: Script, registration: Handle, version: Handle) => ({
  now: readCurrent(s, registration, onceNot(version, '/id')),
  after: listFiles(s, registration, onceNot(version, '/current_file_id')),
});
