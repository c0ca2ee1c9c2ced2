import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Check, type Scene} from '../../check.ts';
import {all, equal, holds, memberDiffers, memberIs, refused, summaryOf, when} from '../../judge.ts';
import {column, missing} from '../../rows.ts';
import {seconds, type Args, type Handle, type Script} from '../../script.ts';
import {current, download, ended, files, flagOf, readRun, report, start} from '../running.ts';
import {flagged, uploaded} from '../versions.ts';
import {failing, stateOf, succeeded, succeeding} from './states.ts';

/** What a run may have changed of a publication. */
const looks = (s: Script, made: Handle) => ({
  after: files(s, made),
  now: current(s, made),
  publication: s.call('getPublication', {
    path: {publication: made.at('/id')},
    expects: 'publication',
  }),
});

/**
 * The same once another version than this one is current: looks that lag a moment behind the end of
 * a run are nobody's fault.
 */
const onceAfter =
  (version: Handle) =>
  (at: string): Args => ({until: {at, not: version.at('/id')}});
const looksAfter = (s: Script, made: Handle, version: Handle) => {
  const other = onceAfter(version);
  return {now: current(s, made, other('/id')), after: files(s, made, other('/current_file_id'))};
};

/** A repair: the tool replaces the working file. */
const repair: Scene = {
  id: 'workspace: a repair',
  api: 'workspace',
  given: succeeding,
  act: (s) => {
    const {made, sent: bytes, original} = uploaded(s);
    const before = files(s, made);
    const run = start(s, made, 'replacing_tool', {expects: 'accepted'});
    const polls = ended(s, run);
    const {after, now} = looksAfter(s, made, original);
    const publication = s.call('getPublication', {
      path: {publication: made.at('/id')},
      expects: 'publication',
      ...onceAfter(original)('/working_file_id'),
    });
    return {
      made,
      bytes,
      original,
      before,
      polls,
      after,
      now,
      publication,
      catalog: s.call('listTools', {expects: 'catalog'}),
      asked: run,
      repaired: download(s, now.at('/id')).bytes,
      kept: download(s, original.at('/id')).bytes,
      theirRun: readRun(s, run, {as: 'second-workspace'}),
      theirReport: report(s, run, {as: 'second-workspace'}),
      theirFile: s.call('downloadFile', {as: 'second-workspace', path: {file: now.at('/id')}}),
    };
  },
};

interface Repair {
  [name: string]: Handle<any>;
  made: Handle;
  bytes: Handle;
  original: Handle;
  before: Handle;
  polls: Handle<Exchange[]>;
  after: Handle;
  now: Handle;
  publication: Handle;
  repaired: Handle;
  kept: Handle;
  catalog: Handle;
  asked: Handle;
  theirRun: Handle;
  theirReport: Handle;
  theirFile: Handle;
}

const ids = (list: Exchange): unknown[] => column([list], '/id');

/** File versions under runs (Resources / File version). */
export const versions: Check[] = [
  ...checksOf<Repair>(repair, {
    'workspace.runs.derived-is-listed': ({polls, before, after}) =>
      succeeded(polls, () =>
        holds(missing(ids(after), ids(before)).length > 0, {
          branch: 'derived-not-listed',
          expected: 'a version more than before',
          got: `${ids(after).length} after ${ids(before).length}`,
          at: after,
        }),
      ),
    'workspace.runs.replacing-moves-current': ({
      polls,
      original,
      before,
      after,
      now,
      publication,
    }) =>
      succeeded(polls, () =>
        all(
          memberDiffers(now, '/id', original.body.id, 'still-the-original'),
          holds(!ids(before).includes(now.body.id), {
            branch: 'an-older-version',
            expected: 'a new version',
            got: String(now.body.id),
            at: now,
          }),
          memberIs(after, '/current_file_id', now.body.id, 'another-in-the-list'),
          memberIs(publication, '/working_file_id', now.body.id, 'another-in-the-publication'),
        ),
      ),
    'workspace.runs.replacing-flag-is-true': ({polls, original, now, catalog, asked}) =>
      succeeded(polls, () =>
        equal(
          flagOf(catalog, asked, 'replaces_working_file'),
          now.body.id !== original.body.id,
          'says-otherwise',
          catalog,
        ),
      ),
    'workspace.runs.what-runs-made-is-own': ({polls, theirRun, theirReport, theirFile}) =>
      succeeded(polls, () =>
        all(
          refused(theirRun, 'run-shown'),
          refused(theirReport, 'report-shown'),
          refused(theirFile, 'derived-file-handed-out'),
        ),
      ),
    'workspace.runs.working-version-is-downloaded': ({polls, bytes, repaired}) =>
      succeeded(polls, () =>
        memberDiffers(repaired, '/sha256', bytes.requestBody.sha256, 'the-bytes-of-the-original'),
      ),
    'workspace.runs.original-is-immutable': ({
      polls,
      made,
      bytes,
      original,
      after,
      publication,
      kept,
    }) =>
      succeeded(polls, () =>
        all(
          holds(ids(after).includes(original.body.id), {
            branch: 'original-not-listed',
            expected: String(original.body.id),
            got: summaryOf(after),
            at: after,
          }),
          memberIs(kept, '/sha256', bytes.requestBody.sha256, 'other-bytes'),
          memberIs(
            publication,
            '/original_size_bytes',
            made.body.original_size_bytes,
            'another-size',
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.other-tools-keep-current',
    given: succeeding,
    act: (s) => {
      const {made, original} = uploaded(s);
      const before = files(s, made);
      const polls = ended(s, start(s, made, 'deriving_tool', {expects: 'accepted'}));
      return {original, before, polls, ...looks(s, made)};
    },
    judge: ({polls, original, before, after, now, publication}) =>
      succeeded(polls, () =>
        all(
          memberIs(now, '/id', original.body.id, 'another-version'),
          memberIs(after, '/current_file_id', before.body.current_file_id, 'another-in-the-list'),
          memberIs(publication, '/working_file_id', original.body.id, 'another-in-the-publication'),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.failed-run-adds-no-version',
    given: failing,
    act: (s) => {
      const {made, sent: bytes, original} = uploaded(s);
      const before = files(s, made);
      const polls = ended(s, start(s, made, 'replacing_tool', {expects: 'accepted'}));
      return {
        bytes,
        original,
        before,
        polls,
        ...looks(s, made),
        kept: download(s, original.at('/id')).bytes,
      };
    },
    judge: ({bytes, polls, original, before, after, now, publication, kept}) =>
      when(stateOf(polls) === 'failed', `the run ended as ${String(stateOf(polls))}`, () =>
        all(
          equal(ids(after), ids(before), 'a-version-more', after),
          memberIs(now, '/id', original.body.id, 'another-version'),
          memberIs(after, '/current_file_id', before.body.current_file_id, 'another-in-the-list'),
          equal(flagged(after), flagged(before), 'another-flagged', after),
          memberIs(publication, '/working_file_id', original.body.id, 'another-in-the-publication'),
          memberIs(kept, '/sha256', bytes.requestBody.sha256, 'other-bytes'),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.versions-add-up',
    given: succeeding,
    act: (s) => {
      const {made, sent: bytes, original} = uploaded(s);
      const firstPolls = ended(s, start(s, made, 'replacing_tool', {expects: 'accepted'}));
      const {after: first, now: repairedOnce} = looksAfter(s, made, original);
      const secondPolls = ended(s, start(s, made, 'other_replacing_tool', {expects: 'accepted'}));
      const {after: second, now: repaired} = looksAfter(s, made, repairedOnce);
      const thirdPolls = ended(s, start(s, made, 'deriving_tool', {expects: 'accepted'}));
      return {
        bytes,
        original,
        firstPolls,
        first,
        secondPolls,
        second,
        repaired,
        thirdPolls,
        // Three looks: no later one has to wait for what is there.
        lists: s.repeat(3, (each) => void files(each, made), {every: seconds(5)}),
        now: current(s, made),
        kept: download(s, original.at('/id')).bytes,
      };
    },
    judge: ({
      bytes,
      original,
      firstPolls,
      first,
      secondPolls,
      second,
      repaired,
      thirdPolls,
      lists,
      now,
      kept,
    }) => {
      const third = lists.at(-1)!;
      return when(
        [firstPolls, secondPolls, thirdPolls].every((polls) => stateOf(polls) === 'succeeded'),
        'a run did not succeed',
        () =>
          all(
            holds(!ids(first).includes(repaired.body.id), {
              branch: 'no-new-version',
              expected: 'a new working version',
              got: String(repaired.body.id),
              at: repaired,
            }),
            equal(flagged(second), [repaired.body.id], 'not-only-the-newest-current', second),
            equal(missing(ids(first), ids(second)), [], 'an-earlier-one-gone', second),
            equal(missing(ids(second), ids(third)), [], 'an-earlier-one-gone', third),
            holds(missing(ids(third), ids(second)).length > 0, {
              branch: 'derived-not-listed',
              expected: 'a version more',
              got: `${ids(third).length} versions`,
              at: third,
            }),
            memberIs(now, '/id', repaired.body.id, 'current-moved'),
            memberIs(
              kept,
              '/sha256',
              bytes.requestBody.sha256,
              `other-bytes of ${String(original.body.id)}`,
            ),
          ),
      );
    },
  }),
];
