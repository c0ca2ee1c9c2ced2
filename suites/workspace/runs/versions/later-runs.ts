import {check, type Check, type Setup} from '../../../language/check.ts';
import {
  all,
  expectMember,
  expectMemberDifferent,
  expectOutcome,
  notExercised,
  when,
} from '../../../language/judge.ts';
import {minutes, seconds} from '../../../language/script.ts';
import {readCurrent, listFiles, keyed, readUntilEnded, start} from '../../running.ts';
import {publishBeforeTools} from '../../versions.ts';
import {stateOf, succeeding} from '../run-states.ts';
import {REFUSED_AGAIN} from '../start/tool-samples.ts';
import {allSucceed} from './tool-sequences.ts';
import {readAllAfter, readAll} from './version-reads.ts';
import {whenObeyed} from '../../../language/blocked-by.ts';
import {register} from '../../publishing.ts';

/** The next run of the workspace fails, and the one after it succeeds. */
const failingOnce: Setup<object> = {
  id: 'workspace: the next run fails and the one after it succeeds',
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: ['failed', 'succeeded']});
      return {};
    },
  ],
};

/** What earlier runs of a publication mean for later ones, and what retries of them do. */
export const laterRuns: Check[] = [
  check({
    rule: 'workspace.runs.replay-is-the-same-run',
    place: 'and leaves the working version of a later run',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const {registration} = publishBeforeTools(s);
      const key = keyed(s);
      const first = start(s, registration, 'replacing_tool', {...key, expects: 'accepted'});
      readUntilEnded(s, first, {optional: true});
      // If a second run of the tool is refused, the first one remains the last.
      const second = start(s, registration, 'replacing_tool', keyed(s));
      readUntilEnded(s, second, {optional: true});
      s.advance(seconds(5));
      const [before, listBefore] = [readCurrent(s, registration), listFiles(s, registration)];
      const retry = start(s, registration, 'replacing_tool', key);
      s.advance(minutes(2));
      return {
        before,
        listBefore,
        retry,
        after: readCurrent(s, registration),
        listAfter: listFiles(s, registration),
      };
    },
    judge: ({before, listBefore, retry, after, listAfter}) =>
      whenObeyed(
        'workspace.runs.replay-answers-200',
        expectOutcome(retry, 'replayed', 'not replayed after another key'),
        () =>
          all(
            expectMember(after, '/id', before.body.id, 'another-working-version'),
            expectMember(
              listAfter,
              '/current_file_id',
              listBefore.body.current_file_id,
              'another-in-the-list',
            ),
          ),
      ),
  }),
  check({
    rule: 'workspace.runs.replacing-moves-current',
    place: 'after a run that failed',
    onlyOnTestTargets: true,
    given: failingOnce,
    act: (s) => {
      const {registration, original} = publishBeforeTools(s);
      const first = start(s, registration, 'replacing_tool', {expects: 'accepted'});
      const failed = readUntilEnded(s, first);
      // A metered tool may run only once on a publication (Limits).
      const second = start(s, registration, 'replacing_tool');
      const repaired = readUntilEnded(s, second, {optional: true});
      return {original, failed, second, repaired, ...readAllAfter(s, registration, original)};
    },
    judge: ({original, failed, second, repaired, now, after}) =>
      second.status >= 400
        ? notExercised(REFUSED_AGAIN)
        : when(
            stateOf(failed) === 'failed' && stateOf(repaired) === 'succeeded',
            'no repair succeeded after one that failed',
            () =>
              all(
                expectMemberDifferent(now, '/id', original.body.id, 'still-the-original'),
                expectMemberDifferent(
                  after,
                  '/current_file_id',
                  original.body.id,
                  'still-in-the-list',
                ),
              ),
          ),
  }),
  check({
    rule: 'workspace.runs.replacing-moves-current',
    place: 'and stays so when the upload is registered again',
    onlyOnTestTargets: true,
    given: succeeding,
    act: (s) => {
      const {reservation, registration, original} = publishBeforeTools(s);
      const repair = start(s, registration, 'replacing_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, repair);
      const {now: repaired} = readAllAfter(s, registration, original);
      // It may be refused, or answered with the publication.
      register(s, reservation);
      return {original, polls, repaired, ...readAll(s, registration)};
    },
    judge: ({original, polls, repaired, after, now, publication}) =>
      when(
        stateOf(polls) === 'succeeded' && repaired.body.id !== original.body.id,
        'the repair made no working version',
        () =>
          all(
            expectMember(now, '/id', repaired.body.id, 'another-version'),
            expectMember(after, '/current_file_id', repaired.body.id, 'another-in-the-list'),
            expectMember(
              publication,
              '/working_file_id',
              repaired.body.id,
              'another-in-the-publication',
            ),
          ),
      ),
  }),
];
