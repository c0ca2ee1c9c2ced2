import {DAY_MS} from '../../../../spec/durations.ts';
import {defined} from '../../../../spec/defined.ts';
import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import {isClientError} from '../../../../spec/status.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
  type Setup,
} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectMember,
  summaryOf,
  when,
  nothing,
} from '../../../language/judge.ts';
import {expectOneWinner} from '../../../language/races.ts';
import {hours, seconds, type Args, type Handle, type Script} from '../../../language/script.ts';
import {ageAt, sideOf} from '../../../values/ages.ts';
import {
  keyed,
  publishWithFile,
  readUntilEnded,
  runsUsedIn,
  start,
  readUsage,
} from '../../running.ts';
import {whenSucceeded} from '../run-states.ts';

/** The daily ceiling allows this many more metered runs. */
export const runsLeft = (runs: number): Setup<object> => ({
  id: `workspace: ${runs} metered runs left`,
  ways: [
    (s) => {
      s.control('leave-runs', {role: 'full', runs});
      return {};
    },
  ],
});

/**
 * The daily ceiling allows some more metered runs, and there are publications to run on. The
 * publications are created before time is measured: on some deployments each takes a moment, and
 * earlier runs of the day may expire meanwhile.
 */
export const publicationsAndRunsLeft = (
  publications: number,
  runs: number,
): Setup<{registrations: Handle[]; earlier: Handle}> => ({
  id: `workspace: ${publications} publications, ${quantity(runs, 'metered run')} left`,
  ways: [
    (s) => {
      const registrations = Array.from({length: publications}, () => publishWithFile(s));
      // Every run of the set-up is younger than this read.
      const earlier = readUsage(s);
      s.control('leave-runs', {role: 'full', runs});
      return {registrations, earlier};
    },
  ],
});

/**
 * Records the start of a metered tool on a new publication: the limit of a tool on one publication
 * may be 1.
 */
const startMeteredTool = (s: Script, args: Args = {}): Handle =>
  start(s, publishWithFile(s), 'metered_tool', args);

/** Records a start of a metered tool on one of the publications of a set-up. */
const startOn = (
  s: Script,
  registrations: Handle[],
  index: number,
  args: Args = {},
  tool = 'metered_tool',
): Handle => start(s, defined(registrations[index], 'a publication to run on'), tool, args);

/** Exactly one of two starts at the same moment gets the last run under the ceiling. */
const expectOneStarted = (race: Exchange[]): Judgement =>
  expectOneWinner(
    race,
    {situation: 'accepted', what: 'started', both: 'both-started'},
    {
      isRefusal: ({status}) => isClientError(status),
      expected: 'one started, one refused',
      branch: 'not-one-of-two',
      // If none started, something other than the ceiling refused both.
      mayRefuseBoth: true,
    },
  );

/** Judges a moment at which an earlier exchange was certainly less than 24 hours old. */
const whenYoungerThanADay = (
  earlier: Exchange,
  later: Exchange,
  judgement: () => Judgement,
): Judgement =>
  when(sideOf(ageAt(later, earlier), DAY_MS) === 'before', 'the run was too old', judgement);

/**
 * A run is counted until it is 24 hours old. Runs that were started before it may no longer be
 * counted: those of earlier scenes and of other clients.
 */
export const expectStillCounted = (run: Exchange, within: Exchange): Judgement =>
  whenYoungerThanADay(run, within, () =>
    expectThat(runsUsedIn(within) >= 1, {
      branch: 'gone-before-24-hours',
      expected: '`daily_runs_used` to be at least 1',
      got: String(runsUsedIn(within)),
      at: within,
    }),
  );

/** A run that is 24 hours old is no longer counted: the number is at least one less than before. */
export const expectNotCounted = (run: Exchange, within: Exchange, after: Exchange): Judgement =>
  when(sideOf(ageAt(after, run), DAY_MS) === 'after', 'the run was too young', () =>
    expectThat(runsUsedIn(after) <= Math.max(0, runsUsedIn(within) - 1), {
      branch: 'there-after-24-hours',
      expected: `\`daily_runs_used\` to be below ${runsUsedIn(within)}`,
      got: String(runsUsedIn(after)),
      at: after,
    }),
  );

/** Pointers in the usage: to the ceiling, and to the runs that it counts. */
const CEILING = '/daily_runs_limit';
const USED = '/daily_runs_used';

/**
 * The usage around a metered run (`before`, `first`), and around the end of its day (`within`, `after`). Last the
 * run is read until it has ended.
 */
const dayOfARun = sharedScene({
  id: 'workspace: a metered run and its day',
  act: (s) => {
    const registration = publishWithFile(s);
    const before = readUsage(s);
    const run = start(s, registration, 'metered_tool', {expects: 'accepted'});
    const first = readUsage(s);
    s.advance(hours(24) - seconds(10));
    const within = readUsage(s);
    s.advance(seconds(20));
    const after = readUsage(s);
    // A deployment may show the end a moment late.
    return {before, run, first, within, after, polls: readUntilEnded(s, run)};
  },
});

/** Starts that are refused while the ceiling is reached, by the names of their steps. */
const REFUSED = ['plain', 'keyed', 'keyed again', 'unknown', 'unread', 'foreign'] as const;

type AtTheCeiling = Record<(typeof REFUSED)[number], Handle> &
  Record<`usage ${number}`, Handle | undefined>;

/** Starts of every kind that is refused at the ceiling, each between two reads of the usage. */
const atTheCeiling = sharedScene({
  id: 'workspace: starts at the ceiling',
  given: runsLeft(0),
  act: (s) => {
    const registration = publishWithFile(s);
    const path = {publication: registration.at('/id')};
    const key = keyed(s);
    const startMetered = (args: Args = {}): Handle => start(s, registration, 'metered_tool', args);
    const steps: Record<string, Handle> = {'usage 0': readUsage(s)};
    const starts: Record<(typeof REFUSED)[number], () => Handle> = {
      plain: () => startMetered({expects: 'daily-limit'}),
      keyed: () => startMetered(key),
      'keyed again': () => startMetered(key),
      unknown: () => start(s, registration, '', {body: {tool: s.fresh('text')}}),
      unread: () => s.call('startRun', {path, raw: '{"tool": '}),
      foreign: () => startMetered({as: 'second-workspace'}),
    };
    for (const [index, name] of REFUSED.entries()) {
      steps[name] = starts[name]();
      steps[`usage ${index + 1}`] = readUsage(s);
    }
    return steps as AtTheCeiling;
  },
});

/**
 * When the ceiling allows another run, a key with which a start was refused starts a run like any
 * other key. If the start before it took the last run, a refusal is right.
 * @param used the usage before both starts
 */
function expectKeyFree(retry: Exchange, used: Exchange): Judgement {
  const left = Number(at(used.body, CEILING)) - runsUsedIn(used);
  if (left < 2) return nothing();
  return expectThat(!retry.situations.includes('daily-limit'), {
    branch: 'refused-for-ever',
    expected: 'no refusal by the ceiling when another run is allowed again',
    got: summaryOf(retry),
    at: retry,
  });
}

/** The usage around one of the starts at the ceiling is the same if that start was refused. */
function expectNothingSpent(seen: SeenIn<typeof atTheCeiling>, index: number): Judgement {
  const name = defined(REFUSED[index], 'a refused start');
  const [before, after] = [seen[`usage ${index}`], seen[`usage ${index + 1}`]];
  // An accepted start breaks another rule, and is rightly counted.
  if (!before || !after || seen[name].status < 400) return nothing();
  return expectMember(after, USED, runsUsedIn(before), `${name}: refusal-spent`);
}

/** The daily ceiling on metered runs of a workspace (Limits). */
export const ceilings: Check[] = [
  ...checksOf(dayOfARun, {
    // It is open whether a run that did not succeed is counted (NS-WS-42).
    'workspace.runs.used-rolls': ({before, run, first, within, after, polls}) =>
      whenSucceeded(polls, () =>
        when(
          runsUsedIn(first) === runsUsedIn(before) + 1,
          'the run did not count from its start',
          () => all(expectStillCounted(run, within), expectNotCounted(run, within, after)),
        ),
      ),
    'workspace.usage.has-daily-ceiling @ whatever is used of it': ({before, first, after}) =>
      all(
        expectMember(first, CEILING, at(before.body, CEILING), 'moved-by-a-run'),
        expectMember(after, CEILING, at(before.body, CEILING), 'moved-in-a-day'),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-exact',
    given: publicationsAndRunsLeft(5, 2),
    act: (s, {registrations}) => ({
      first: startOn(s, registrations, 0, {expects: 'accepted'}),
      last: startOn(s, registrations, 1),
      over: startOn(s, registrations, 2),
      byTool: startOn(s, registrations, 3, {}, 'other_metered_tool'),
      byKey: startOn(s, registrations, 4, keyed(s)),
    }),
    judge: ({last, over, byTool, byKey}) =>
      all(
        expectOutcome(last, 'accepted', 'last-place-refused'),
        expectOutcome(over, 'daily-limit', 'past-the-ceiling'),
        expectOutcome(byTool, 'daily-limit', 'another-tool-past-the-ceiling'),
        expectOutcome(byKey, 'daily-limit', 'with-a-key-past-the-ceiling'),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-workspace-wide',
    given: runsLeft(1),
    act: (s) => ({
      own: startMeteredTool(s, {expects: 'accepted'}),
      other: startMeteredTool(s, {as: 'other-key'}),
      foreign: start(s, publishWithFile(s, 'second-workspace'), 'metered_tool', {
        as: 'second-workspace',
      }),
    }),
    judge: ({other, foreign}) =>
      all(
        expectOutcome(other, 'daily-limit', 'a-ceiling-a-key'),
        expectOutcome(foreign, 'accepted', 'a-ceiling-for-all-workspaces'),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-spares-unmetered',
    given: runsLeft(0),
    act: (s) => ({
      over: startMeteredTool(s, {expects: 'daily-limit'}),
      spared: start(s, publishWithFile(s)),
    }),
    judge: ({spared}) => expectOutcome(spared, 'accepted', 'unmetered-refused'),
  }),
  check({
    rule: 'workspace.runs.ceiling-rolls',
    given: publicationsAndRunsLeft(5, 1),
    act: (s, {registrations, earlier}) => {
      // 24 hours after the set-up its runs are no longer counted; the run that is started here is
      // counted for one more hour.
      s.advance(hours(1));
      const first = startOn(s, registrations, 0, {expects: 'accepted'});
      const key = keyed(s);
      startOn(s, registrations, 1, {expects: 'daily-limit', ...key});
      s.advance(hours(15));
      const nextDay = startOn(s, registrations, 2);
      s.advance(hours(8) - seconds(10));
      const within = startOn(s, registrations, 3);
      s.advance(seconds(20));
      return {
        earlier,
        first,
        nextDay,
        within,
        used: readUsage(s),
        free: startOn(s, registrations, 4),
        retry: startOn(s, registrations, 1, key),
        polls: readUntilEnded(s, first),
      };
    },
    // It is open whether a run that did not succeed is counted (NS-WS-42).
    judge: ({earlier, first, nextDay, within, free, retry, used, polls}) =>
      whenSucceeded(polls, () =>
        all(
          expectOutcome(nextDay, 'daily-limit', 'free-on-the-next-calendar-day'),
          whenYoungerThanADay(earlier, within, () =>
            expectOutcome(within, 'daily-limit', 'free-before-24-hours'),
          ),
          expectOutcome(free, 'accepted', 'not-free-after-24-hours'),
          expectKeyFree(retry, used),
          whenYoungerThanADay(first, used, () =>
            expectMember(used, USED, 1, 'not-only-the-run-of-an-hour-later'),
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.runs.parallel-starts-stay-within-ceiling',
    given: publicationsAndRunsLeft(2, 1),
    act: (s, {registrations}) => ({
      race: s.parallel(
        ...registrations.map((one) => (branch: Script) => void start(branch, one, 'metered_tool')),
      ),
    }),
    judge: ({race}) => expectOneStarted(race),
  }),
  ...checksOf(atTheCeiling, {
    'workspace.runs.refused-start-spends-nothing': (seen) =>
      all(...REFUSED.map((_, index) => expectNothingSpent(seen, index))),
  }),
];
