/** Issues whose conversion is in progress or deferred, and requests on them meanwhile. */

import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  notExercised,
  undecided,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {hours} from '../../../language/script.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, issueIdOf, readByReference, readIssue, upload} from '../../issuing.ts';
import {
  DONE,
  isOverAtOnce,
  NOT_DONE,
  expectConvertedAtOnce,
  pollConversion,
  STARTED,
  statusIn,
  statusOf,
} from './conversion-steps.ts';
import {remove, update, walkIssues} from '../issue-steps.ts';
import {
  expectAsGiven,
  expectGone,
  expectListed,
  expectNotListed,
  expectRead,
  rowOf,
  whenUpdateAccepted,
} from '../shown.ts';
import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';

/** Three issues with deferred conversions: one is changed, one is deleted, and one is resumed. */
const whileTheyWait = sharedScene({
  id: 'store: content is changed and deleted while its conversion waits',
  api: 'store',
  act: (s) => {
    const [changed, gone] = [upload(s, {free: false}), upload(s)];
    const isbn = {...s.fresh('content-id'), valueClass: 'digits of an ISBN'};
    const resumed = upload(s, {external_id: isbn});
    for (const {created} of [changed, gone, resumed])
      s.control('defer-conversion', {role: 'admin', issue: issueIdOf(created)});
    const meanwhile = readIssue(s, gone.created);
    const all = walkIssues(s, {query: 'deferred'});
    const name = s.fresh('title');
    const updated = update(s, changed, {name, free: true, lang: 'es'});
    const deletion = remove(s, gone.created);
    s.control('resume-conversion', {role: 'admin', issue: issueIdOf(resumed.created)});
    return {
      changed: changed.created,
      gone: gone.created,
      resumed: resumed.created,
      meanwhile,
      all,
      updated,
      deletion,
      read: readIssue(s, changed.created),
      byReference: readByReference(s, changed.body.external_id),
      listed: findIssues(s, name),
      readGone: readIssue(s, gone.created),
      listedGone: findIssues(s, gone.body.name),
      polls: pollConversion(s, resumed.created),
      listedResumed: findIssues(s, resumed.body.name),
      deferredAfter: walkIssues(s, {query: 'deferred'}),
      convertingAfter: walkIssues(s, {query: 'converting'}),
    };
  },
});

/** Two issues with conversions in progress, of which one is deleted. */
const underWay = sharedScene({
  id: 'store: two contents are converted at once',
  api: 'store',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [upload(s), upload(s)];
    const before = {one: readIssue(s, one.created), other: readIssue(s, other.created)};
    const both = walkIssues(s, {query: 'converting'});
    const later = {one: readIssue(s, one.created), other: readIssue(s, other.created)};
    const deferred = walkIssues(s, {query: 'deferred'});
    remove(s, one.created, {expects: 'deleted'});
    return {
      one: one.created,
      other: other.created,
      oneBefore: before.one,
      otherBefore: before.other,
      oneLater: later.one,
      otherLater: later.other,
      both,
      deferred,
      afterwards: walkIssues(s, {query: 'converting'}),
    };
  },
});

/** Longer than any conversion takes. */
const CONVERSION_TIME_MS = hours(24);

/** An issue whose conversion was deferred and resumed, a day later. */
const afterAll = sharedScene({
  id: 'store: content that waited is converted',
  api: 'store',
  act: (s) => {
    const {created} = upload(s, {file_url: s.sample('epub_file')});
    s.control('defer-conversion', {role: 'admin', issue: issueIdOf(created)});
    const waits = readIssue(s, created);
    s.control('resume-conversion', {role: 'admin', issue: issueIdOf(created)});
    s.advance(CONVERSION_TIME_MS);
    return {created, waits, read: readIssue(s, created)};
  },
});

/** A read shows what an update gave an issue that waits. */
const expectReadUpdated = (read: Exchange, changed: Exchange, updated: Exchange): Judgement =>
  expectRead(read, changed, 'not read while it waits', (issue) =>
    expectAsGiven('while it waits', issue, updated, read),
  );

/** Issues whose conversion has not finished. */
export const waiting: Check[] = [
  ...checksAt(whileTheyWait, 'store.content.deferred-lists-what-waits', {
    'of several': ({changed, gone, resumed, meanwhile, all: list}) =>
      statusIn(meanwhile) === DONE
        ? undecided('a conversion ended before it was seen to wait')
        : all(
            expectListed(list, changed, 'not listed while it waits'),
            expectListed(list, gone, 'not listed while it waits'),
            expectListed(list, resumed, 'not listed while it waits'),
          ),
    'of several, once one goes on': ({resumed, polls, deferredAfter}) =>
      statusIn(lastOf(polls)) === DONE
        ? expectNotListed(deferredAfter, resumed, 'listed though it is done')
        : notExercised(NOT_DONE),
  }),
  ...checksAt(whileTheyWait, 'store.content.conversion-ends-done', {
    'in the list': ({resumed, polls, listedResumed}) => {
      const status = statusOf(rowOf(listedResumed, resumed));
      const isKnown = statusIn(lastOf(polls)) === DONE && status !== undefined;
      return isKnown
        ? expectEqual(status, DONE, 'not done in the list', listedResumed, '`conversion_status`')
        : notExercised('no conversion was seen to end in the list');
    },
  }),
  ...checksAt(whileTheyWait, 'store.content.update-is-kept', {
    'while it waits': ({changed, updated, read, byReference, listed}) =>
      whenUpdateAccepted(updated, () =>
        all(
          judgeEach([read, byReference], (one) => expectReadUpdated(one, changed, updated)),
          () =>
            expectListed(listed, changed, 'not found while it waits', (row) =>
              expectAsGiven('in the list while it waits', row, updated, listed),
            ),
        ),
      ),
  }),
  ...checksAt(whileTheyWait, 'store.content.deleted-is-gone', {
    'while it waits': ({gone, readGone, listedGone, deferredAfter, convertingAfter}) =>
      all(
        expectGone(readGone, 'read though it was deleted'),
        () => expectNotListed(listedGone, gone, 'found by its name'),
        () => expectNotListed(deferredAfter, gone, 'listed among those that wait'),
        () => expectNotListed(convertingAfter, gone, 'listed among those that are converted'),
      ),
  }),
  ...checksAt(underWay, 'store.content.converting-lists-what-is-converted', {
    'of two at once': (seen) =>
      judgeEach(['one', 'other'] as const, (name) => {
        const reads = [seen[`${name}Before`], seen[`${name}Later`]];
        if (isOverAtOnce(seen[name], reads)) return expectConvertedAtOnce();
        if (!reads.every((read) => statusIn(read) === STARTED))
          return undecided(`the issue was not shown as ${STARTED}`);
        return rowOf(seen.deferred, seen[name])
          ? nothing()
          : expectListed(seen.both, seen[name], 'not listed meanwhile');
      }),
  }),
  ...checksAt(underWay, 'store.content.deleted-is-gone', {
    'from the list of conversions': ({one, afterwards}) =>
      expectNotListed(afterwards, one, 'listed among those that are converted'),
  }),
  ...checksAt(afterAll, 'store.content.conversion-ends-done', {
    'after it waited': ({created, read}) => {
      const status = statusIn(read);
      if (status === undefined) return undecided('the read does not show `conversion_status`');
      return expectThat(status === DONE, {
        branch: 'not done a day after it went on',
        expected: `\`conversion_status\` of ${toText(issueIn(created).id)} to be ${DONE}`,
        got: String(status),
        at: read,
      });
    },
  }),
];
