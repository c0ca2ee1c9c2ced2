import {isSuccessStatus} from '../../../../spec/status.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Setup,
} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  hidden,
  expectThat,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  promisedBy,
  summaryOf,
  when,
  nothing,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {column} from '../../../language/rows.ts';
import {type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {keyed, publishWithFile, readUntilEnded, readUsage, start, TERMINAL} from '../../running.ts';
import {runsLeft} from '../limits/ceilings.ts';
import {notApplicableIfBusy} from './distinct-keys.ts';
import {failing, rejecting, stateOf} from '../run-states.ts';
import {toText} from '../../../../spec/json.ts';

/**
 * Starts a run several times with one key, and another run with a key that has the same beginning.
 * Then two starts on the same publication without a key, the second while the first may be in
 * progress.
 */
const sameKeyAgain = sharedScene({
  id: 'workspace: one key again and again',
  act: (s) => {
    const registration = publishWithFile(s);
    const name = s.fresh('text');
    const key = {headers: {'Idempotency-Key': name}};
    const first = start(s, registration, 'unmetered_tool', {...key, expects: 'accepted'});
    const second = start(s, registration, 'unmetered_tool', key);
    const other = start(s, publishWithFile(s), 'unmetered_tool', {
      headers: {'Idempotency-Key': text(name, '-2')},
    });
    const third = start(s, registration, 'unmetered_tool', key);
    readUntilEnded(s, first);
    const newer = start(s, registration);
    const newest = start(s, registration);
    const late = start(s, registration, 'unmetered_tool', key);
    return {first, second, other, third, newer, newest, late};
  },
});

/** Starts a tool of the catalogue: with a key, and twice without. */
const withAndWithoutKey = sharedScene({
  id: 'workspace: starts with a key and without',
  // If a deployment answers a start without a key with the last run, this only shows when the two
  // starts follow directly after each other.
  consecutive: true,
  act: (s) => {
    const catalog = s.call('listTools', {expects: 'catalog'});
    // Three publications: a deployment may run one tool at a time on each.
    return {
      catalog,
      withKey: start(s, publishWithFile(s), 'unmetered_tool', keyed(s)),
      first: start(s, publishWithFile(s)),
      second: start(s, publishWithFile(s)),
    };
  },
});

/** Several starts with one key start one run, and at most one is counted. */
function expectOneRun(before: Exchange, race: Exchange[], after: Exchange): Judgement {
  const ids = race.filter(({status}) => status < 300).map(({body}) => body.id as unknown);
  const runs = new Set(ids);
  const most = before.body.daily_runs_used + 1;
  // The others may be refused because the first one is in progress: the document does not say.
  return when(runs.size > 0, 'no run was started', () =>
    all(
      expectThat(runs.size === 1, {
        branch: 'not-one-run',
        expected: 'one run',
        got: race.map(summaryOf).join('; '),
        at: race[0],
      }),
      when(!Number.isNaN(most), '`daily_runs_used` is no number', () =>
        expectThat(after.body.daily_runs_used <= most, {
          branch: 'more-than-one-spent',
          expected: `\`daily_runs_used\` to be at most ${toText(most)}`,
          got: toText(after.body.daily_runs_used),
          at: after,
        }),
      ),
    ),
  );
}

/**
 * A start without a key on a publication that had runs starts a new run, unless it is refused: what
 * refuses a start besides the limits is open (NS-WS-19).
 */
function expectNewRun(started: Exchange, earlier: Exchange[]): Judgement {
  if (started.status >= 400) return nothing();
  return all(
    expectOutcome(started, 'accepted', 'replayed-without-a-key'),
    ...earlier
      .filter(hasSituation('accepted'))
      .map((run) =>
        expectMemberDifferent(started, '/id', run.body.id, 'the-same-run-on-one-publication'),
      ),
  );
}

/** A retry gives the run that failed. A deployment may start another run instead (NS-WS-18). */
function expectReplayed(first: Exchange, again: Exchange): Judgement {
  const isAnother = again.situations.includes('accepted') && again.body.id !== first.body.id;
  if (!isAnother) return expectMember(again, '/id', first.body.id, 'another-run-after-a-failure');
  return hidden(
    'NS-WS-18',
    'a new run',
    'a retry after a failure starts another run',
    promisedBy('the same run', {
      branch: 'another-run-after-a-failure',
      expected: `the run ${toText(first.body.id)}`,
      got: summaryOf(again),
      at: again,
    }),
  );
}

/** A replay shows the run as it was accepted, or as it is by now: in no other state in which a run ends. */
function expectNoOtherEnd(again: Exchange, end: string): Judgement {
  const shown: unknown = again.body?.state;
  if (typeof shown !== 'string') return nothing();
  return expectThat(shown === end || !TERMINAL.includes(shown), {
    branch: 'another-end-in-the-replay',
    expected: `no other end than ${end}`,
    got: shown,
    at: again,
  });
}

/** The check of a retry of a run that ended without success. */
const replayAfter = (name: string, end: string, given: Setup<object>): Check =>
  check({
    rule: 'workspace.runs.replay-is-the-same-run',
    place: `after ${name}`,
    given,
    act: (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      const first = start(s, registration, 'unmetered_tool', {...key, expects: 'accepted'});
      const polls = readUntilEnded(s, first);
      return {first, polls, again: start(s, registration, 'unmetered_tool', key)};
    },
    judge: ({first, polls, again}) =>
      when(stateOf(polls) === end, `the run did not end as ${end}`, () =>
        all(
          expectReplayed(first, again),
          again.body?.id === first.body.id ? expectNoOtherEnd(again, end) : nothing(),
        ),
      ),
  });

/** `Idempotency-Key` (Endpoints / start run). */
export const retries: Check[] = [
  ...checksOf(sameKeyAgain, {
    'workspace.runs.new-key-starts-another': ({first, other}) =>
      notApplicableIfBusy([first, other]) ??
      all(
        expectOutcome(other, 'accepted', 'no-run-of-its-own'),
        expectMemberDifferent(other, '/id', first.body.id, 'the-same-run'),
      ),
    // Another rule requires that a retry is answered with a run.
    'workspace.runs.replay-is-the-same-run': ({first, second, third, late}) =>
      when(second.status < 400, `the retry was answered ${second.status}`, () =>
        all(
          expectMember(second, '/id', first.body.id, 'another-run'),
          expectMember(third, '/id', first.body.id, 'another-run-after-another'),
          expectMember(late, '/id', first.body.id, 'another-run-after-its-end'),
        ),
      ),
    'workspace.runs.key-is-optional @ one publication': ({first, newer, newest}) =>
      when(
        [newer, newest].some(({status}) => status < 400),
        'starts without a key were refused on a publication that had runs (NS-WS-19)',
        () => all(expectNewRun(newer, [first]), expectNewRun(newest, [first, newer])),
      ),
  }),
  replayAfter('a failure', 'failed', failing),
  replayAfter('a rejection', 'rejected', rejecting),
  ...checksOf(withAndWithoutKey, {
    'workspace.runs.catalog-slug-starts': ({catalog, withKey}) =>
      when(
        column([catalog], '/slug').includes(withKey.requestBody.tool),
        `the catalogue has no ${toText(withKey.requestBody.tool)}`,
        () => expectOutcome(withKey, 'accepted', 'slug-refused'),
      ),
    'workspace.runs.key-is-optional': ({withKey, first, second}) =>
      notApplicableIfBusy([withKey, first, second]) ??
      when(withKey.status < 400, `a start with a key was answered ${summaryOf(withKey)}`, () =>
        all(
          expectOutcome(first, 'accepted', 'refused-without-a-key'),
          expectOutcome(second, 'accepted', 'second-refused'),
          expectMemberDifferent(second, '/id', first.body.id, 'the-same-run'),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.parallel-retries-start-one',
    act: (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      const before = readUsage(s);
      const race = s.parallel(
        ...[1, 2, 3].map(
          () => (branch: Script) => void start(branch, registration, 'metered_tool', key),
        ),
      );
      return {before, race, after: readUsage(s)};
    },
    judge: ({before, race, after}) => expectOneRun(before, race, after),
  }),
  check({
    rule: 'workspace.runs.key-is-bound-to-its-workspace',
    act: (s) => {
      const key = keyed(s);
      return {
        first: start(s, publishWithFile(s), 'unmetered_tool', {...key, expects: 'accepted'}),
        other: start(s, publishWithFile(s, 'second-workspace'), 'unmetered_tool', {
          ...key,
          as: 'second-workspace',
        }),
      };
    },
    judge: ({first, other}) =>
      all(
        expectOutcome(other, 'accepted', 'no-run-of-its-own'),
        isSuccessStatus(other.status)
          ? expectMemberDifferent(other, '/id', first.body.id, 'the-run-of-another-workspace')
          : nothing(),
      ),
  }),
  check({
    rule: 'workspace.runs.replay-outlives-the-ceiling',
    given: runsLeft(1),
    act: (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      const first = start(s, registration, 'metered_tool', {expects: 'accepted', ...key});
      start(s, publishWithFile(s), 'metered_tool', {expects: 'daily-limit'});
      return {first, again: start(s, registration, 'metered_tool', key)};
    },
    judge: ({first, again}) =>
      all(
        expectOutcome(again, 'replayed', 'replay-refused'),
        expectEqual(
          again.body?.id,
          first.body.id,
          'another-run',
          again,
          '`id` of the replayed run',
        ),
      ),
  }),
];
