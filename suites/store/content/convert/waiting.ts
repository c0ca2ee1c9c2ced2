/** Issues whose conversion is in progress or deferred, and requests on them meanwhile. */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  notExercised,
  undecided,
  judgeEach,
  notApplicable,
  nothing,
} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, issueIdOf, readByReference, readIssue, upload} from '../../issuing.ts';
import {
  CONVERSION_TIME_MS,
  DONE,
  expectListedMeanwhile,
  expectUnlistedOnceDone,
  pollConversion,
  statusIn,
  statusOf,
  STARTED,
} from './conversion-steps.ts';
import {remove, update, walkIssues} from '../issue-steps.ts';
import {
  expectGone,
  expectListed,
  expectNotListed,
  expectShownAsGiven,
  rowOf,
  whenUpdateAccepted,
} from '../shown.ts';
import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {seconds, type Handle} from '../../../language/script.ts';

/** Three issues with deferred conversions: one is changed, one is deleted, and one is resumed. */
const whileTheyWait = sharedScene({
  id: 'store: content is changed and deleted while its conversion waits',
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

/** An issue whose conversion was deferred and resumed, a day later. */
const afterAll = sharedScene({
  id: 'store: content that waited is converted',
  act: (s) => {
    const {created} = upload(s, {file_url: s.sample('epub_file')});
    s.control('defer-conversion', {role: 'admin', issue: issueIdOf(created)});
    const waits = readIssue(s, created);
    s.control('resume-conversion', {role: 'admin', issue: issueIdOf(created)});
    s.advance(CONVERSION_TIME_MS);
    return {created, waits, read: readIssue(s, created)};
  },
});

/** Issues whose conversion has not finished. */
export const waiting: Check[] = [
  ...checksOf(whileTheyWait, {
    'store.content.deferred-lists-what-waits @ of several': ({
      changed,
      gone,
      resumed,
      meanwhile,
      all: list,
    }) =>
      statusIn(meanwhile) === DONE
        ? undecided('a conversion ended before it was seen to wait')
        : all(
            expectListed(list, changed, 'not listed while it waits'),
            expectListed(list, gone, 'not listed while it waits'),
            expectListed(list, resumed, 'not listed while it waits'),
          ),
    'store.content.deferred-lists-what-waits @ of several, once one goes on': ({
      resumed,
      polls,
      deferredAfter,
    }) => expectUnlistedOnceDone(deferredAfter, resumed, polls),
    'store.content.conversion-ends-done @ in the list': ({resumed, polls, listedResumed}) => {
      const status = statusOf(rowOf(listedResumed, resumed));
      const isKnown = statusIn(lastOf(polls)) === DONE && status !== undefined;
      return isKnown
        ? expectEqual(status, DONE, 'not done in the list', listedResumed, '`conversion_status`')
        : notExercised('no conversion was seen to end in the list');
    },
    'store.content.update-is-kept @ while it waits': ({
      changed,
      updated,
      read,
      byReference,
      listed,
    }) =>
      whenUpdateAccepted(updated, () =>
        expectShownAsGiven(
          {created: changed, reads: [read, byReference], list: listed},
          updated,
          'while it waits',
        ),
      ),
    'store.content.deleted-is-gone @ while it waits': ({
      gone,
      readGone,
      listedGone,
      deferredAfter,
      convertingAfter,
    }) =>
      all(
        expectGone(readGone, 'read though it was deleted'),
        () => expectNotListed(listedGone, gone, 'found by its name'),
        () => expectNotListed(deferredAfter, gone, 'listed among those that wait'),
        () => expectNotListed(convertingAfter, gone, 'listed among those that are converted'),
      ),
  }),
  ...checksOf(underWay, {
    'store.content.converting-lists-what-is-converted @ of two at once': (seen) =>
      judgeEach(['one', 'other'] as const, (name) =>
        expectListedMeanwhile({
          created: seen[name],
          reads: [seen[`${name}Before`], seen[`${name}Later`]],
          converting: seen.both,
          deferred: seen.deferred,
        }),
      ),
    'store.content.deleted-is-gone @ from the list of conversions': ({one, afterwards}) =>
      expectNotListed(afterwards, one, 'listed among those that are converted'),
  }),
  ...checksOf(afterAll, {
    'store.content.conversion-ends-done @ after it waited': ({created, read}) => {
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

/** Seconds from one instant to the next. */
const PAUSES = [2, 3, 10, 30] as const;

type Lists = Record<string, Handle<Exchange[]>>;

/** An issue that is read before and after each pair of lists. */
const laterInConversion = sharedScene({
  id: 'store: content is listed while it is converted',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = upload(s);
    const reads: Record<string, Handle> = {};
    const lists: Lists = {};
    for (const pause of PAUSES) {
      s.advance(seconds(pause));
      reads[`before ${pause}`] = readIssue(s, created);
      lists[`converting ${pause}`] = walkIssues(s, {query: 'converting'});
      lists[`deferred ${pause}`] = walkIssues(s, {query: 'deferred'});
      reads[`after ${pause}`] = readIssue(s, created);
    }
    return {created, ...reads, ...lists} as {created: Handle} & Record<string, Handle>;
  },
});

/** The checks at these instants. */
export const listedLater: Check[] = checksOf(laterInConversion, {
  'store.content.converting-lists-what-is-converted @ until it is done': ({created, ...seen}) => {
    const reads = seen as Record<string, Exchange>;
    const lists = seen as unknown as Record<string, Exchange[]>;
    const underWay = PAUSES.filter((pause) =>
      [reads[`before ${pause}`], reads[`after ${pause}`]].every(
        (read) => read && statusIn(read) === STARTED,
      ),
    );
    if (!underWay.length) return notApplicable('the conversion was over some seconds later');
    return judgeEach(underWay, (pause) => {
      const [converting, deferred] = [lists[`converting ${pause}`], lists[`deferred ${pause}`]];
      return rowOf(deferred ?? [], created)
        ? nothing()
        : expectListed(converting ?? [], created, 'no longer listed though it is converted');
    });
  },
});
