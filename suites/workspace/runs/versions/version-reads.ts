import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {quantity} from '../../../../spec/quantity.ts';
import type {Judgement} from '../../../language/check.ts';
import {expectEqual, expectThat} from '../../../language/judge.ts';
import {missing} from '../../../language/rows.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {readCurrent, listFiles} from '../../running.ts';
import {flagged, versionList} from '../../versions.ts';

/** Ids of the versions in a version list. */
export const {ids: idsOf} = versionList;

/** A later version list has every version of an earlier one. */
export const expectNoneGone = (earlier: Exchange, later: Exchange): Judgement =>
  versionList.expectNoneLost(later, idsOf(earlier), 'an-earlier-one-gone');

/** A later version list has one more version. */
export const expectOneMore = (earlier: Exchange, later: Exchange): Judgement =>
  expectThat(missing(idsOf(later), idsOf(earlier)).length > 0, {
    branch: 'derived-not-listed',
    expected: 'a version that was not listed before the run',
    got: `${quantity(idsOf(later).length, 'version')} after ${idsOf(earlier).length}`,
    at: later,
  });

/** The working version was not in an earlier version list. */
export const expectNewVersion = (before: Exchange, working: Exchange, branch: string): Judgement =>
  expectThat(!idsOf(before).includes(working.body.id), {
    branch,
    expected: 'a new version as working version',
    got: toText(working.body.id),
    at: working,
  });

/** The version list flags the working version, and no other, as current. */
export const expectOnlyFlagged = (list: Exchange, working: Exchange, branch: string): Judgement =>
  expectEqual(flagged(list), [working.body.id], branch, list, 'the versions with `current: true`');

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
