import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import type {Args} from '../../../language/script.ts';
import {
  download,
  readUntilEnded,
  listFiles,
  flagOf,
  readRun,
  report,
  start,
} from '../../running.ts';
import {publishBeforeTools, versionList} from '../../versions.ts';
import {whenSucceeded, succeeding} from '../run-states.ts';
import {readAllAfter, onceNot, expectNewVersion, expectOneMore} from './version-reads.ts';
import {publications} from '../../publications/walks.ts';
import {
  when,
  all,
  expectMember,
  expectOutcome,
  expectThat,
  expectEqual,
  expectMemberDifferent,
  nothing,
  undecided,
  expectRefused,
} from '../../../language/judge.ts';

/**
 * A tool that replaces the working file runs on a new publication. Then the scene reads the version
 * list, the working version, the publication and the bytes of both versions, and tries all of it as
 * another workspace.
 */
const repair = sharedScene({
  id: 'workspace: a repair',
  given: succeeding,
  act: (s) => {
    const {registration, sent: bytes, original} = publishBeforeTools(s);
    const before = listFiles(s, registration);
    const earlier = s.call('getPublication', {
      path: {publication: registration.at('/id')},
      expects: 'publication',
    });
    const run = start(s, registration, 'replacing_tool', {expects: 'accepted'});
    const polls = readUntilEnded(s, run);
    const {after, now} = readAllAfter(s, registration, original);
    const publication = s.call('getPublication', {
      path: {publication: registration.at('/id')},
      expects: 'publication',
      ...onceNot(original, '/working_file_id'),
    });
    const theirs: Args = {as: 'second-workspace'};
    return {
      registration,
      bytes,
      original,
      before,
      earlier,
      polls,
      after,
      now,
      publication,
      page: s.call('listPublications', {expects: 'page'}),
      catalog: s.call('listTools', {expects: 'catalog'}),
      started: run,
      repaired: download(s, now.at('/id')).bytes,
      kept: download(s, original.at('/id')).bytes,
      theirRun: readRun(s, run, theirs),
      theirReport: report(s, run, theirs),
      theirFile: s.call('downloadFile', {as: 'second-workspace', path: {file: now.at('/id')}}),
    };
  },
});

/** Whether a publication says that its working file has another size than its original. */
const hasOtherSize = ({body}: Exchange): boolean =>
  body.working_file_size_bytes !== body.original_size_bytes;

/** The row of the publication in the list, unless newer ones have moved it to a later page. */
const expectListedSize = (page: Exchange, publication: Exchange, size: unknown): Judgement[] =>
  publications
    .rows(page)
    .filter(({id}) => id === publication.body.id)
    .filter(({working_file_id: version}) => version === publication.body.working_file_id)
    .map(({working_file_size_bytes: listed}) => {
      // The difference varies from repair to repair.
      return expectThat(listed === size, {
        branch: 'another-size-when-listed',
        expected: `\`working_file_size_bytes\` in the list to be ${toText(size)}`,
        got: toText(listed),
        at: page,
      });
    });

/** The size of a version in a version list; undefined if rows have no size (NS-WS-11). */
const sizeIn = (list: Exchange, version: Exchange): unknown =>
  versionList.rowOf(list, version)?.size_bytes;

/** The row of the original has the same size before and after the run. */
function expectSizeKept(before: Exchange, after: Exchange, original: Exchange): Judgement {
  const size = sizeIn(before, original);
  if (size === undefined) return nothing();
  if (typeof size !== 'number') return undecided('the version list shows no size in bytes');
  return expectEqual(
    sizeIn(after, original),
    size,
    'another-size-in-the-list',
    after,
    '`size_bytes` of the original in the version list',
  );
}

/** The checks of rules about runs. */
const ofTheRepair = checksOf(repair, {
  'workspace.runs.derived-is-listed': ({polls, before, after}) =>
    whenSucceeded(polls, () => expectOneMore(before, after)),
  'workspace.runs.replacing-moves-current': ({polls, original, before, after, now, publication}) =>
    whenSucceeded(polls, () =>
      all(
        expectMemberDifferent(now, '/id', original.body.id, 'still-the-original'),
        () => expectNewVersion(before, now, 'an-older-version'),
        expectMember(after, '/current_file_id', now.body.id, 'another-in-the-list'),
        expectMember(publication, '/working_file_id', now.body.id, 'another-in-the-publication'),
      ),
    ),
  'workspace.runs.working-size-is-of-the-working-file': ({polls, publication, page, repaired}) =>
    whenSucceeded(polls, () =>
      all(
        expectMember(publication, '/working_file_size_bytes', repaired.body.size, 'another-size'),
        ...expectListedSize(page, publication, repaired.body.size),
      ),
    ),
  'workspace.runs.replacing-flag-is-true': ({polls, original, now, catalog, started}) =>
    whenSucceeded(polls, () =>
      expectEqual(
        flagOf(catalog, started, 'replaces_working_file'),
        now.body.id !== original.body.id,
        'says-otherwise',
        catalog,
        `\`replaces_working_file\` of ${toText(started.requestBody.tool)}`,
      ),
    ),
  'workspace.runs.what-runs-made-is-own': ({polls, theirRun, theirReport, theirFile}) =>
    whenSucceeded(polls, () =>
      all(
        expectRefused(theirRun, 'run-shown'),
        expectRefused(theirReport, 'report-shown'),
        expectOutcome(theirFile, 'file-not-found', 'derived-file-handed-out'),
      ),
    ),
  'workspace.runs.working-version-is-downloaded': ({polls, bytes, repaired, publication}) =>
    whenSucceeded(polls, () =>
      // A run that finds nothing to repair may produce a file with the bytes of the original.
      when(
        repaired.body.sha256 !== bytes.requestBody.sha256 || hasOtherSize(publication),
        'the new version may have the bytes of the original',
        () =>
          expectMemberDifferent(
            repaired,
            '/sha256',
            bytes.requestBody.sha256,
            'the-bytes-of-the-original',
          ),
      ),
    ),
  'workspace.runs.original-is-immutable': ({
    polls,
    registration,
    bytes,
    original,
    before,
    after,
    publication,
    kept,
  }) =>
    whenSucceeded(polls, () =>
      all(
        () => versionList.expectListed(after, original, 'original-not-listed'),
        expectMember(kept, '/sha256', bytes.requestBody.sha256, 'other-bytes'),
        () => expectSizeKept(before, after, original),
        expectMember(
          publication,
          '/original_size_bytes',
          registration.body.original_size_bytes,
          'another-size',
        ),
      ),
    ),
});

/** A run that replaces the working file (Resources / File version; States / Runs). */
export const repairs: Check[] = [
  ...ofTheRepair,
  ...checksOf(repair, {
    'workspace.publications.has-creation-time @ before and after a repair': ({
      polls,
      earlier,
      publication,
    }) =>
      whenSucceeded(polls, () =>
        expectMember(publication, '/created_at', earlier.body.created_at, 'moved-with-the-version'),
      ),
  }),
];
