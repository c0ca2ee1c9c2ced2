import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectNone,
  notApplicable,
  notExercised,
  saw,
  undecided,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {EXTENSIONS, fileOf, findIssues, issueIdOf, readIssue, upload} from '../../issuing.ts';
import {
  CONVERSION_TIME_MS,
  DONE,
  expectListedMeanwhile,
  expectUnlistedOnceDone,
  NOT_DONE,
  pollConversion,
  STARTED,
  statusIn,
  statusOf,
} from './conversion-steps.ts';
import {remove, update, walkIssues} from '../issue-steps.ts';
import {
  expectGone,
  expectListed,
  expectNotListed,
  expectShownAsGiven,
  whenUpdateAccepted,
} from '../shown.ts';

/**
 * An issue during and after its conversion, with the filters of conversion before and after it
 * ends.
 */
const conversions = sharedScene({
  id: 'store: content is converted',
  // The conversion of an issue of an earlier scene may be over.
  consecutive: true,
  act: (s) => {
    const {created} = upload(s);
    return {
      created,
      earlier: readIssue(s, created),
      converting: walkIssues(s, {query: 'converting'}),
      later: readIssue(s, created),
      deferred: walkIssues(s, {query: 'deferred'}),
      polls: pollConversion(s, created),
      convertingAfter: walkIssues(s, {query: 'converting'}),
      deferredAfter: walkIssues(s, {query: 'deferred'}),
    };
  },
});

/** No row of a list of conversions has the status `done`. */
const expectNoneDone = (list: Exchange[]): Judgement =>
  expectNone(
    issuesIn(list).filter((row) => statusOf(row) === DONE),
    `issue with \`conversion_status\` ${DONE}`,
    'done among them',
    list[0],
  );

/** The statuses that responses show of one conversion. */
const expectOneOfTwo = (status: unknown, where: Exchange): Judgement =>
  typeof status !== 'string'
    ? nothing()
    : all(
        saw(status),
        expectThat([DONE, STARTED].includes(status), {
          branch: 'another status',
          expected: `\`conversion_status\` to be ${DONE} or ${STARTED}`,
          got: status,
          at: where,
        }),
      );

/** Records the upload of a sample of each kind of file that the target has. */
const uploadSamples = (s: Script): Handle[] =>
  EXTENSIONS.filter((extension) => s.offers(`sample:${extension}_file`)).map(
    (extension) => upload(s, {extension, file_url: fileOf(s, extension)}).created,
  );

/**
 * Files that can be converted, until they are: a day after their upload if the target can let a day
 * pass, and otherwise some minutes.
 */
const untilConverted = sharedScene({
  id: 'store: content is converted, whatever its file',
  act: (s): Record<string, Handle<Exchange[]>> => {
    const mayWait = s.offers(`time:${CONVERSION_TIME_MS}`);
    const epub = upload(s, {file_url: s.sample('epub_file')}).created;
    const uploads = [epub, ...uploadSamples(s)];
    if (mayWait) s.advance(CONVERSION_TIME_MS);
    const name = mayWait ? 'a day later' : 'some minutes later';
    const read = (created: Handle): Handle<Exchange[]> =>
      mayWait ? s.repeat(1, (each) => void readIssue(each, created)) : pollConversion(s, created);
    return Object.fromEntries(uploads.map((created, index) => [`${name} ${index}`, read(created)]));
  },
});

/** Every file was converted in the end. It may take longer than some minutes (NS-ST-58). */
const expectAllDone = (seen: Record<string, Exchange[]>): Judgement =>
  judgeEach(Object.entries(seen), ([name, reads]) => {
    const read = lastOf(reads);
    const status = statusIn(read);
    if (status === undefined) return undecided('the read does not show `conversion_status`');
    const isLater = name.startsWith('a day');
    if (status !== DONE && !isLater) return notExercised(NOT_DONE);
    // The document calls its words observed: another one may be that of an end.
    if (status !== DONE && status !== STARTED)
      return notApplicable(
        `\`conversion_status\` is another word a day after the upload (NS-ST-58)`,
      );
    return expectThat(status === DONE, {
      branch: 'not done a day later',
      expected: `\`conversion_status\` not to be ${STARTED} a day after the upload`,
      got: String(status),
      at: read,
    });
  });

/** An issue whose conversion is deferred and resumed, beside one with a finished conversion. */
const deferrals = sharedScene({
  id: 'store: conversions of content wait',
  act: (s) => {
    const done = upload(s).created;
    const polls = pollConversion(s, done);
    const waits = upload(s).created;
    s.control('defer-conversion', {role: 'admin', issue: issueIdOf(waits)});
    const meanwhile = readIssue(s, waits);
    const deferred = walkIssues(s, {query: 'deferred'});
    s.control('resume-conversion', {role: 'admin', issue: issueIdOf(waits)});
    return {
      done,
      polls,
      waits,
      meanwhile,
      deferred,
      resumed: pollConversion(s, waits),
      deferredAfter: walkIssues(s, {query: 'deferred'}),
    };
  },
});

/** The conversion of files in the background, and the filters that show it. */
export const converting: Check[] = [
  ...checksOf(conversions, {
    'store.content.conversion-status-is-one-of-two': ({created, earlier, polls}) =>
      all(
        expectOneOfTwo(statusOf(issueIn(created)), created),
        () => expectOneOfTwo(statusIn(earlier), earlier),
        () => expectOneOfTwo(statusIn(lastOf(polls)), lastOf(polls)),
      ),
    'store.content.converting-lists-what-is-converted @ while it is converted': ({
      earlier,
      later,
      ...seen
    }) => expectListedMeanwhile({...seen, reads: [earlier, later]}),
    'store.content.converting-lists-what-is-converted @ once it is done': ({
      created,
      polls,
      convertingAfter,
    }) =>
      all(expectUnlistedOnceDone(convertingAfter, created, polls), () =>
        expectNoneDone(convertingAfter),
      ),
    'store.content.deferred-lists-what-waits @ once it is done': ({
      created,
      polls,
      deferredAfter,
    }) => expectUnlistedOnceDone(deferredAfter, created, polls),
  }),
  ...checksOf(untilConverted, {'store.content.conversion-ends-done': expectAllDone}),
  ...checksOf(deferrals, {
    'store.content.deferred-lists-what-waits @ while it waits': ({
      done,
      waits,
      meanwhile,
      deferred,
    }) => {
      if (statusIn(meanwhile) === DONE)
        return undecided('the conversion ended before it was seen to wait');
      return all(expectListed(deferred, waits, 'not listed while it waits'), () =>
        expectNotListed(deferred, done, 'listed though it never waited'),
      );
    },
    'store.content.deferred-lists-what-waits @ when it goes on': ({
      waits,
      resumed,
      deferredAfter,
    }) => expectUnlistedOnceDone(deferredAfter, waits, resumed),
  }),
  check({
    rule: 'store.content.deleted-is-gone',
    place: 'while it is converted',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, body} = upload(s);
      remove(s, created, {expects: 'deleted'});
      return {
        created,
        reads: s.repeat(4, (each) => void readIssue(each, created), {every: seconds(30)}),
        list: findIssues(s, body.name),
      };
    },
    judge: ({created, reads, list}) =>
      all(...reads.map((read) => expectGone(read, 'read while it was converted')), () =>
        expectNotListed(list, created, 'found after its conversion'),
      ),
  }),
  check({
    rule: 'store.content.update-is-kept',
    place: 'while it is converted',
    onlyOnTestTargets: true,
    act: (s) => {
      const issue = upload(s, {lang: 'en', free: false});
      const name = s.fresh('title');
      const changed = update(s, issue, {name, lang: 'fr', free: true});
      const reads = pollConversion(s, issue.created);
      return {created: issue.created, changed, reads, list: findIssues(s, name)};
    },
    judge: ({created, changed, reads, list}) =>
      whenUpdateAccepted(changed, () =>
        expectShownAsGiven(
          {created, reads: [lastOf(reads)], list},
          changed,
          'after its conversion',
        ),
      ),
  }),
];
