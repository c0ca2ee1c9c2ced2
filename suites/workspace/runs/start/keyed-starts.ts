/** Starts with an `Idempotency-Key` that obey the rules of every start. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {scalarsIn} from '../../../../spec/json.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, expectThat, when} from '../../../language/judge.ts';
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

/**
 * A run that is not metered, a metered one, and the start of a foreign one, each with a key of its own; last a run of the
 * other workspace (`theirRun`), and the same start by this one, with the same key (`retried`).
 */
const keyedStarts = sharedScene({
  id: 'workspace: starts with keys, of one own and one foreign publication',
  onlyOnTestTargets: true,
  act: (s) => {
    const [first, second] = [publishWithFile(s), publishWithFile(s)];
    const theirs = publishWithFile(s, 'second-workspace');
    const ofOwner = keyed(s);
    const before = readUsage(s);
    const free = start(s, first, 'unmetered_tool', {...keyed(s), expects: 'accepted'});
    const ended = readUntilEnded(s, free);
    const afterFree = readUsage(s);
    const foreign = start(s, theirs, 'metered_tool', keyed(s));
    const afterForeign = readUsage(s);
    readUntilEnded(s, start(s, second, 'metered_tool', {...keyed(s), expects: 'accepted'}));
    const last = readUsage(s);
    const theirRun = start(s, theirs, 'unmetered_tool', {
      ...ofOwner,
      as: 'second-workspace',
      expects: 'accepted',
    });
    const retried = start(s, theirs, 'unmetered_tool', ofOwner);
    return {before, ended, afterFree, foreign, afterForeign, last, theirRun, retried};
  },
});

/** A start on another workspace's publication is refused, and does not show the run of its key. */
const expectNoRunOfAnother = (retried: Exchange, theirRun: Exchange): Judgement =>
  all(expectOutcome(retried, 'publication-not-found', 'a foreign run is replayed'), () =>
    expectThat(!scalarsIn(retried.wire).includes(String(theirRun.body.id)), {
      branch: 'a foreign run is shown',
      expected: 'nothing of the run of the other workspace',
      got: 'its id',
      at: retried,
    }),
  );

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
  [`workspace.access.foreign-is-not-found @ startRun with the Idempotency-Key of its owner`]: ({
    retried,
    theirRun,
  }) => expectNoRunOfAnother(retried, theirRun),
});
