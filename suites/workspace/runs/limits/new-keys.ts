import {check, type Check} from '../../../language/check.ts';
import {when} from '../../../language/judge.ts';
import {publishWithFile, readUntilEnded, start, readUsage} from '../../running.ts';
import {expectRisenBy} from './spending.ts';
import {stateOf} from '../run-states.ts';

/** The runs of a key that was minted after others had been used. */
export const newKeys: Check[] = [
  check({
    rule: 'workspace.runs.used-counts-all-keys',
    place: 'a key that was minted later',
    onlyOnTestTargets: true,
    act: (s) => {
      const publication = publishWithFile(s);
      const as = s.control('mint-key', {role: 'full'}).at('/key');
      const before = readUsage(s);
      const run = start(s, publication, 'metered_tool', {as, expects: 'accepted'});
      return {before, end: readUntilEnded(s, run), after: readUsage(s)};
    },
    judge: ({before, end, after}) =>
      when(stateOf(end) === 'succeeded', 'the run did not succeed', () =>
        expectRisenBy(before, after, 1, 'not-of-a-new-key'),
      ),
  }),
];
