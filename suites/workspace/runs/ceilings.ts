import {check, checksOf, type Check, type Scene, type Setup} from '../../check.ts';
import {
  all,
  hidden,
  holds,
  is,
  memberIs,
  overlapped,
  refused,
  summaryOf,
  when,
  whenRaced,
} from '../../judge.ts';
import {hours, minutes, seconds, type Handle, type Script, type Seen} from '../../script.ts';
import type {Exchange} from '../../../spec/step.ts';
import {filed, readRun, start, usage} from '../running.ts';

/** So many metered runs are left under the daily ceiling. */
export const leaving = (runs: number): Setup<object> => ({
  id: `workspace: ${runs} metered runs left`,
  ways: [
    (s) => {
      s.control('leave-runs', {role: 'full', runs});
      return {};
    },
  ],
});

/**
 * The same, with publications to run on that were made before: some deployments take a moment over
 * each.
 */
const leavingOne = (publications: number): Setup<{shelf: Handle[]}> => ({
  id: `workspace: ${publications} publications, one metered run left`,
  ways: [
    (s) => {
      const shelf = Array.from({length: publications}, () => filed(s));
      s.control('leave-runs', {role: 'full', runs: 1});
      return {shelf};
    },
  ],
});

/** A metered run, of a publication of its own: its limit on one publication may be 1. */
const metered = (s: Script, args: Parameters<typeof start>[3] = {}): Handle =>
  start(s, filed(s), 'metered_tool', args);

/** More starts than most deployments allow of one tool on one publication. */
export const MOST = 20;

/**
 * One metered tool on one publication until it is refused; then another tool there, and the tool
 * elsewhere.
 */
const toolLimit: Scene = {
  id: 'workspace: a tool at its limit on a publication',
  api: 'workspace',
  exhausts: true,
  act: (s) => {
    const made = filed(s);
    const said = usage(s);
    // A deployment may run one tool at a time on a publication.
    const starts = s.repeat(MOST, (each) => void start(each, made, 'metered_tool'), {
      until: {other: 202},
      every: seconds(60),
    });
    // A refusal that passes was not the limit's but that of a run under way; the day's figure tells
    // whether every start counted.
    s.advance(minutes(2));
    const again = start(s, made, 'metered_tool');
    const byOther = start(s, made, 'metered_tool', {as: 'other-key'});
    return {
      said,
      starts,
      again,
      byOther,
      counted: usage(s),
      elsewhere: metered(s),
      other: start(s, made, 'other_metered_tool'),
    };
  },
};

type ToolLimit = {
  said: Handle;
  starts: Handle<any[]>;
  again: Handle;
  byOther: Handle;
  counted: Handle;
  elsewhere: Handle;
  other: Handle;
};

/** The limit was reached, and not that of the day. */
const reached = ({starts, again}: Seen<ToolLimit>, besides: Exchange): boolean =>
  starts.some(({situations}) => situations.includes('accepted')) &&
  starts.at(-1)!.status >= 400 &&
  again.status >= 400 &&
  ![starts.at(-1)!, besides].some(({situations}) => situations.includes('daily-limit'));

/** Daily ceiling and the limit of a tool on a publication (Limits). */
export const ceilings: Check[] = [
  check({
    rule: 'workspace.runs.used-rolls',
    act: (s) => {
      const made = filed(s);
      const before = usage(s);
      const run = start(s, made, 'metered_tool', {expects: 'accepted'});
      const first = usage(s);
      s.advance(hours(24) - seconds(10));
      const within = usage(s);
      s.advance(seconds(20));
      return {before, first, within, after: usage(s), run: readRun(s, run, {expects: 'run'})};
    },
    // Whether a run that did not succeed counts is not told (NS-WS-42).
    judge: ({before, first, within, after, run}) =>
      when(
        run.body.state === 'succeeded' &&
          first.body.daily_runs_used === before.body.daily_runs_used + 1,
        'no run that counts from its start',
        () =>
          all(
            memberIs(
              within,
              '/daily_runs_used',
              first.body.daily_runs_used,
              'gone-before-24-hours',
            ),
            memberIs(
              after,
              '/daily_runs_used',
              first.body.daily_runs_used - 1,
              'there-after-24-hours',
            ),
          ),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-exact',
    given: leaving(2),
    act: (s) => ({
      first: metered(s, {expects: 'accepted'}),
      last: metered(s),
      over: metered(s),
      byTool: start(s, filed(s), 'other_metered_tool'),
      byKey: metered(s, {headers: {'Idempotency-Key': s.fresh('text')}}),
    }),
    judge: ({last, over, byTool, byKey}) =>
      all(
        is(last, 'accepted', 'last-place-refused'),
        is(over, 'daily-limit', 'past-the-ceiling'),
        is(byTool, 'daily-limit', 'another-tool-past-the-ceiling'),
        is(byKey, 'daily-limit', 'with-a-key-past-the-ceiling'),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-workspace-wide',
    given: leaving(1),
    act: (s) => ({
      own: metered(s, {expects: 'accepted'}),
      other: metered(s, {as: 'other-key'}),
      foreign: start(s, filed(s, 'second-workspace'), 'metered_tool', {as: 'second-workspace'}),
    }),
    judge: ({other, foreign}) =>
      all(
        is(other, 'daily-limit', 'a-ceiling-a-key'),
        is(foreign, 'accepted', 'a-ceiling-for-all-workspaces'),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-spares-unmetered',
    given: leaving(0),
    act: (s) => ({over: metered(s, {expects: 'daily-limit'}), spared: start(s, filed(s))}),
    judge: ({spared}) => is(spared, 'accepted', 'unmetered-refused'),
  }),
  check({
    rule: 'workspace.runs.ceiling-rolls',
    given: leavingOne(5),
    act: (s, {shelf}) => {
      const run = (n: number, args: Parameters<typeof start>[3] = {}): Handle =>
        start(s, shelf[n]!, 'metered_tool', args);
      // The places that the set-up took are free again 24 hours after; the one taken here an hour
      // later.
      s.advance(hours(1));
      const first = run(0, {expects: 'accepted'});
      run(1, {expects: 'daily-limit'});
      s.advance(hours(15));
      const nextDay = run(2);
      s.advance(hours(8) - seconds(10));
      const within = run(3);
      s.advance(seconds(20));
      const used = usage(s);
      return {nextDay, within, used, free: run(4), ended: readRun(s, first, {expects: 'run'})};
    },
    judge: ({nextDay, within, free, used, ended}) =>
      when(
        ended.body.state === 'succeeded',
        `the run ended as ${String(ended.body.state)} (NS-WS-42)`,
        () =>
          all(
            is(nextDay, 'daily-limit', 'free-on-the-next-calendar-day'),
            is(within, 'daily-limit', 'free-before-24-hours'),
            is(free, 'accepted', 'not-free-after-24-hours'),
            memberIs(used, '/daily_runs_used', 1, 'not-only-the-run-of-an-hour-later'),
          ),
      ),
  }),
  check({
    rule: 'workspace.runs.parallel-starts-stay-within-ceiling',
    given: leaving(1),
    act: (s) => {
      const [one, two] = [filed(s), filed(s)];
      return {
        race: s.parallel(
          (branch) => void start(branch, one, 'metered_tool'),
          (branch) => void start(branch, two, 'metered_tool'),
        ),
      };
    },
    judge: ({race}) => {
      const won = race.filter(({situations}) => situations.includes('accepted'));
      const lost = race.filter(({status}) => status >= 400 && status < 500);
      return all(
        holds(won.length < 2, {
          branch: 'both-started',
          expected: 'one started',
          got: 'two started',
          at: race[1],
        }),
        // Where none started, something else refused both.
        whenRaced(
          overlapped(race) && won.length > 0,
          'the requests did not overlap, or neither started',
          () =>
            holds(won.length === 1 && lost.length === 1, {
              branch: 'not-one-of-two',
              expected: 'one started, one refused',
              got: race.map(summaryOf).join('; '),
              at: race[0],
            }),
        ),
      );
    },
  }),
  check({
    rule: 'workspace.runs.refused-start-spends-nothing',
    given: leaving(0),
    act: (s) => {
      const before = usage(s);
      metered(s, {expects: 'daily-limit'});
      return {before, after: usage(s)};
    },
    judge: ({before, after}) =>
      memberIs(after, '/daily_runs_used', before.body.daily_runs_used, 'refusal-spent'),
  }),
  ...checksOf<ToolLimit>(toolLimit, {
    'workspace.runs.tool-limit-is-refused': (seen) => {
      const {said, starts, again, byOther, counted} = seen;
      const most = said.body.runs_per_tool_and_publication_limit as number | null;
      if (most === null) return hidden('NS-WS-52', 'none', 'no limit of a tool on a publication');
      const accepted = starts.filter(({situations}) => situations.includes('accepted')).length;
      const spent = counted.body.daily_runs_used - said.body.daily_runs_used;
      // More than the limit is too many only where every start counted; fewer, only where the
      // refusal lasts.
      const sure = accepted >= most ? spent >= accepted : reached(seen, again);
      return when(
        accepted > 0 && sure && most < MOST && !starts.at(-1)!.situations.includes('daily-limit'),
        `the limit of ${most} was not reached`,
        () =>
          all(
            holds(accepted === most, {
              branch: 'another-number',
              expected: `${most} runs`,
              got: `${accepted} runs`,
              at: starts.at(-1),
            }),
            refused(again, 'past-the-limit'),
            refused(byOther, 'a-limit-a-key'),
          ),
      );
    },
    'workspace.runs.tool-limit-is-counted-by-publication': (seen) =>
      when(
        reached(seen, seen.elsewhere),
        'the limit was not reached, or that of the day was, too',
        () => is(seen.elsewhere, 'accepted', 'other-publication-refused'),
      ),
    'workspace.runs.tool-limit-is-counted-by-tool': (seen) =>
      when(
        reached(seen, seen.other),
        'the limit was not reached, or that of the day was, too',
        () => is(seen.other, 'accepted', 'other-tool-refused'),
      ),
  }),
];
