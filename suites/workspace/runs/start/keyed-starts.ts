/** Starts with an `Idempotency-Key` that obey the rules of every start. */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {expectOutcome, when} from '../../../language/judge.ts';
import {
  keyed,
  publishWithFile,
  readUntilEnded,
  runsUsedIn,
  start,
  readUsage,
} from '../../running.ts';
import {expectRisenBy} from '../limits/spending.ts';

const PLACE = 'with an Idempotency-Key';

/** A run that is not metered, a metered one, and the start of a foreign one, each with a key of its own. */
const keyedStarts = sharedScene({
  id: 'workspace: starts with keys, of one own and one foreign publication',
  onlyOnTestTargets: true,
  act: (s) => {
    const [first, second] = [publishWithFile(s), publishWithFile(s)];
    const theirs = publishWithFile(s, 'second-workspace');
    const before = readUsage(s);
    const free = start(s, first, 'unmetered_tool', {...keyed(s), expects: 'accepted'});
    const ended = readUntilEnded(s, free);
    const afterFree = readUsage(s);
    const foreign = start(s, theirs, 'metered_tool', keyed(s));
    const afterForeign = readUsage(s);
    readUntilEnded(s, start(s, second, 'metered_tool', {...keyed(s), expects: 'accepted'}));
    return {before, ended, afterFree, foreign, afterForeign, last: readUsage(s)};
  },
});

/** The checks of starts with a key. */
export const keyedStartChecks: Check[] = checksOf(keyedStarts, {
  [`workspace.runs.unmetered-spends-nothing @ ${PLACE}`]: ({
    before,
    afterFree,
    afterForeign,
    last,
  }) =>
    when(runsUsedIn(last) !== runsUsedIn(afterForeign), '`daily_runs_used` never changes', () =>
      expectRisenBy(before, afterFree, 0, 'unmetered-spent'),
    ),
  [`workspace.access.foreign-is-not-found @ startRun ${PLACE}`]: ({foreign}) =>
    expectOutcome(foreign, 'publication-not-found', 'a foreign start is not refused'),
});
