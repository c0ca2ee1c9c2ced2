import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement, type Setup} from '../../../language/check.ts';
import {all, expectEqual, expectMember, when} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {seconds} from '../../../language/script.ts';
import {readCurrent, download, readUntilEnded, listFiles, start} from '../../running.ts';
import {flagged, publishBeforeTools} from '../../versions.ts';
import {repairs} from './repair.ts';
import {failing, rejecting, stateOf, whenSucceeded, succeeding} from '../run-states.ts';
import {
  readAll,
  readAllAfter,
  expectNoneGone,
  expectSameVersions,
  expectNewVersion,
  expectOnlyFlagged,
  expectOneMore,
} from './version-reads.ts';
import {toText} from '../../../../spec/json.ts';

/** Every response shows the versions as they were before a run. */
const expectVersionsUnchanged = ({
  bytes,
  original,
  before,
  after,
  now,
  publication,
  kept,
}: Record<
  'bytes' | 'original' | 'before' | 'after' | 'now' | 'publication' | 'kept',
  Exchange
>): Judgement =>
  all(
    () => expectSameVersions(after, before, 'a-version-more'),
    expectMember(now, '/id', original.body.id, 'another-version'),
    expectMember(after, '/current_file_id', before.body.current_file_id, 'another-in-the-list'),
    expectEqual(
      flagged(after),
      flagged(before),
      'another-flagged',
      after,
      'the versions with `current: true`',
    ),
    expectMember(publication, '/working_file_id', original.body.id, 'another-in-the-publication'),
    expectMember(kept, '/sha256', bytes.requestBody.sha256, 'other-bytes'),
  );

/** A run that did not succeed does not change the versions: the check for one such end. */
const checkNoVersionAdded = (
  state: 'failed' | 'rejected',
  at: {given: Setup<object>; place?: string},
): Check =>
  check({
    rule: 'workspace.runs.failed-run-adds-no-version',
    ...at,
    act: (s) => {
      const {registration, sent: bytes, original} = publishBeforeTools(s);
      return {
        bytes,
        original,
        before: listFiles(s, registration),
        polls: readUntilEnded(s, start(s, registration, 'replacing_tool', {expects: 'accepted'})),
        ...readAll(s, registration),
        kept: download(s, original.at('/id')).bytes,
      };
    },
    judge: ({polls, ...seen}) =>
      when(stateOf(polls) === state, `the run ended as ${toText(stateOf(polls))}`, () =>
        expectVersionsUnchanged(seen),
      ),
  });

/** File versions during and after runs (Resources / File version). */
export const versions: Check[] = [
  ...repairs,
  check({
    rule: 'workspace.runs.other-tools-keep-current',
    given: succeeding,
    act: (s) => {
      const {registration, original} = publishBeforeTools(s);
      const before = listFiles(s, registration);
      const polls = readUntilEnded(
        s,
        start(s, registration, 'deriving_tool', {expects: 'accepted'}),
      );
      return {original, before, polls, ...readAll(s, registration)};
    },
    judge: ({polls, original, before, after, now, publication}) =>
      whenSucceeded(polls, () =>
        all(
          expectMember(now, '/id', original.body.id, 'another-version'),
          expectMember(
            after,
            '/current_file_id',
            before.body.current_file_id,
            'another-in-the-list',
          ),
          expectMember(
            publication,
            '/working_file_id',
            original.body.id,
            'another-in-the-publication',
          ),
        ),
      ),
  }),
  checkNoVersionAdded('failed', {given: failing}),
  checkNoVersionAdded('rejected', {given: rejecting, place: 'a run that is rejected'}),
  check({
    rule: 'workspace.runs.versions-add-up',
    given: succeeding,
    act: (s) => {
      const {registration, sent: bytes, original} = publishBeforeTools(s);
      const firstPolls = readUntilEnded(
        s,
        start(s, registration, 'replacing_tool', {expects: 'accepted'}),
      );
      const {after: first, now: repairedOnce} = readAllAfter(s, registration, original);
      const secondPolls = readUntilEnded(
        s,
        start(s, registration, 'other_replacing_tool', {expects: 'accepted'}),
      );
      const {after: second, now: repaired} = readAllAfter(s, registration, repairedOnce);
      const thirdPolls = readUntilEnded(
        s,
        start(s, registration, 'deriving_tool', {expects: 'accepted'}),
      );
      return {
        bytes,
        original,
        firstPolls,
        first,
        secondPolls,
        second,
        repaired,
        thirdPolls,
        // Three reads: a list may lag a moment behind the end of a run.
        lists: s.repeat(3, (each) => void listFiles(each, registration), {every: seconds(5)}),
        now: readCurrent(s, registration),
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
      const third = lastOf(lists);
      const polls = [firstPolls, secondPolls, thirdPolls];
      const succeededAll = polls.every((reads) => stateOf(reads) === 'succeeded');
      return when(succeededAll, 'a run did not succeed', () =>
        all(
          expectNewVersion(first, repaired, 'no-new-version'),
          expectOnlyFlagged(second, repaired, 'not-only-the-newest-current'),
          expectNoneGone(first, second),
          expectNoneGone(second, third),
          expectOneMore(second, third),
          expectMember(now, '/id', repaired.body.id, 'current-moved'),
          expectMember(
            kept,
            '/sha256',
            bytes.requestBody.sha256,
            `other-bytes of ${toText(original.body.id)}`,
          ),
        ),
      );
    },
  }),
];
