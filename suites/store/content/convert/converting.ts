import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
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
  whenTimely,
} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {hours, seconds, type Handle, type Script} from '../../../language/script.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {EXTENSIONS, fileOf, findIssues, issueIdOf, readIssue, upload} from '../../issuing.ts';
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

/**
 * An issue during and after its conversion, with the filters of conversion before and after it
 * ends.
 */
const conversions = sharedScene({
  id: 'store: content is converted',
  api: 'store',
  // The conversion of an issue of an earlier scene may be over.
  consecutive: true,
  act: (s) => {
    const {created} = upload(s);
    const earlier = readIssue(s, created);
    const converting = walkIssues(s, {query: 'converting'});
    return {
      created,
      earlier,
      converting,
      later: readIssue(s, created),
      deferred: walkIssues(s, {query: 'deferred'}),
      polls: pollConversion(s, created),
      convertingAfter: walkIssues(s, {query: 'converting'}),
      deferredAfter: walkIssues(s, {query: 'deferred'}),
    };
  },
});

type Conversions = SeenIn<typeof conversions>;

/**
 * An issue whose conversion was in progress before and after the lists is listed as converting or
 * deferred. If the pacer paused between the requests, the scene is run again.
 */
function expectListedMeanwhile({
  created,
  earlier,
  later,
  converting,
  deferred,
}: Conversions): Judgement {
  if (isOverAtOnce(created, [earlier, later])) return expectConvertedAtOnce();
  const isUnderWay = [earlier, later].every((read) => statusIn(read) === STARTED);
  return whenTimely(isUnderWay, `the issue was not shown as ${STARTED}`, () =>
    rowOf(deferred, created)
      ? nothing()
      : expectListed(converting, created, 'not listed meanwhile'),
  );
}

/** An issue with a finished conversion is in neither of the lists. */
function expectUnlistedAfterwards(list: Exchange[], {created, polls}: Conversions): Judgement {
  if (statusIn(lastOf(polls)) !== DONE) return notExercised(NOT_DONE);
  return expectNotListed(list, created, 'listed though it is done');
}

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

/** Longer than any conversion takes. */
const CONVERSION_TIME_MS = hours(24);

/**
 * Files that can be converted, until they are: a day after their upload if the target can let a day
 * pass, and otherwise some minutes.
 */
const untilConverted = sharedScene({
  id: 'store: content is converted, whatever its file',
  api: 'store',
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
  api: 'store',
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
  }),
  ...checksAt(conversions, 'store.content.converting-lists-what-is-converted', {
    'while it is converted': (seen) => expectListedMeanwhile(seen),
    'once it is done': (seen) =>
      all(expectUnlistedAfterwards(seen.convertingAfter, seen), () =>
        expectNoneDone(seen.convertingAfter),
      ),
  }),
  ...checksAt(conversions, 'store.content.deferred-lists-what-waits', {
    'once it is done': (seen) => expectUnlistedAfterwards(seen.deferredAfter, seen),
  }),
  ...checksOf(untilConverted, {'store.content.conversion-ends-done': expectAllDone}),
  ...checksAt(deferrals, 'store.content.deferred-lists-what-waits', {
    'while it waits': ({done, waits, meanwhile, deferred}) => {
      if (statusIn(meanwhile) === DONE)
        return undecided('the conversion ended before it was seen to wait');
      return all(expectListed(deferred, waits, 'not listed while it waits'), () =>
        expectNotListed(deferred, done, 'listed though it never waited'),
      );
    },
    'when it goes on': ({waits, resumed, deferredAfter}) =>
      statusIn(lastOf(resumed)) === DONE
        ? expectNotListed(deferredAfter, waits, 'listed though it is done')
        : notExercised(NOT_DONE),
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
    judge: (seen) => whenUpdateAccepted(seen.changed, () => expectUpdateKept(seen)),
  }),
];

/** The last read and the list show what an update gave. */
const expectUpdateKept = ({
  created,
  changed,
  reads,
  list,
}: Record<'created' | 'changed' | 'list', Exchange> & {reads: Exchange[]}): Judgement =>
  all(
    expectRead(lastOf(reads), created, 'not read after its conversion', (shown) =>
      expectAsGiven('after its conversion', shown, changed, lastOf(reads)),
    ),
    () =>
      expectListed(list, created, 'not found after its conversion', (row) =>
        expectAsGiven('in the list after its conversion', row, changed, list),
      ),
  );
