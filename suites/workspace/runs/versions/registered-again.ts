import {check, type Check} from '../../../language/check.ts';
import {all, expectMember, when} from '../../../language/judge.ts';
import {register} from '../../publishing.ts';
import {readUntilEnded, start} from '../../running.ts';
import {publishBeforeTools} from '../../versions.ts';
import {stateOf, succeeding} from '../run-states.ts';
import {readAll, readAllAfter} from './version-reads.ts';

/** The result of a repair remains the working version when the upload is registered once more. */
export const registeredAgain: Check[] = [
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
