import {check, checksOf, type Check, type Scene, type Setup} from '../../check.ts';
import {all, equal, hidden, holds, is, overlapped, refused, told, when} from '../../judge.ts';
import {hours, seconds, type Handle, type Script} from '../../script.ts';
import {filed, start, usage} from '../running.ts';

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

/** The same, with publications to run on that were made before: some deployments take a moment over each. */
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
const metered = (s: Script, args: Parameters<typeof start>[3] = {}): Handle => start(s, filed(s), 'metered_tool', args);

/** More starts than most deployments allow of one tool on one publication. */
const MOST = 20;

/** One metered tool on one publication until it is refused; then another tool there, and the tool elsewhere. */
const toolLimit: Scene = {
  id: 'workspace: a tool at its limit on a publication',
  api: 'workspace',
  exhausts: true,
  act: (s) => {
    const made = filed(s);
    const said = usage(s);
    // A deployment may run one tool at a time on a publication.
    const starts = s.repeat(MOST, (each) => void start(each, made, 'metered_tool'), {until: {other: 202}, every: seconds(60)});
    s.advance(seconds(60));
    return {said, starts, elsewhere: metered(s), other: start(s, made, 'other_metered_tool')};
  },
};

type ToolLimit = {said: Handle; starts: Handle<any[]>; elsewhere: Handle; other: Handle};

/** Daily ceiling and the limit of a tool on a publication (Limits). */
export const ceilings: Check[] = [
  check({
    rule: 'workspace.runs.used-rolls',
    act: (s) => {
      metered(s, {expects: 'accepted'});
      const first = usage(s);
      s.advance(hours(24) - seconds(10));
      const within = usage(s);
      s.advance(seconds(20));
      return {first, within, after: usage(s)};
    },
    judge: ({first, within, after}) =>
      all(
        equal(within.body.daily_runs_used, first.body.daily_runs_used, 'gone-before-24-hours', within),
        equal(after.body.daily_runs_used, first.body.daily_runs_used - 1, 'there-after-24-hours', after),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-exact',
    given: leaving(2),
    act: (s) => ({first: metered(s), last: metered(s), over: metered(s), used: usage(s)}),
    judge: ({first, last, over, used}) =>
      all(
        is(first, 'accepted', 'refused-below-the-ceiling'),
        is(last, 'accepted', 'last-place-refused'),
        is(over, 'daily-limit', 'past-the-ceiling'),
        equal(used.body.daily_runs_used, used.body.daily_runs_limit, 'another-figure', used),
      ),
  }),
  check({
    rule: 'workspace.runs.ceiling-is-workspace-wide',
    given: leaving(1),
    act: (s) => ({own: metered(s, {expects: 'accepted'}), other: metered(s, {as: 'other-key'}), foreign: start(s, filed(s, 'second-workspace'), 'metered_tool', {as: 'second-workspace'})}),
    judge: ({other, foreign}) => all(is(other, 'daily-limit', 'a-ceiling-a-key'), is(foreign, 'accepted', 'a-ceiling-for-all-workspaces')),
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
      const run = (n: number, args: Parameters<typeof start>[3] = {}): Handle => start(s, shelf[n]!, 'metered_tool', args);
      // The places that the set-up took are free again 24 hours after; the one taken here an hour later.
      s.advance(hours(1));
      run(0, {expects: 'accepted'});
      const full = run(1);
      s.advance(hours(15));
      const nextDay = run(2);
      s.advance(hours(8) - seconds(10));
      const within = run(3);
      s.advance(seconds(20));
      return {full, nextDay, within, free: run(4), used: usage(s)};
    },
    judge: ({full, nextDay, within, free, used}) =>
      all(
        is(full, 'daily-limit', 'past-the-ceiling'),
        is(nextDay, 'daily-limit', 'free-on-the-next-calendar-day'),
        is(within, 'daily-limit', 'free-before-24-hours'),
        is(free, 'accepted', 'not-free-after-24-hours'),
        equal(used.body.daily_runs_used, 2, 'another-figure', used),
      ),
  }),
  check({
    rule: 'workspace.runs.parallel-starts-stay-within-ceiling',
    given: leaving(1),
    act: (s) => {
      const [one, two] = [filed(s), filed(s)];
      return {
        race: s.parallel((branch) => void start(branch, one, 'metered_tool'), (branch) => void start(branch, two, 'metered_tool')),
        used: usage(s),
      };
    },
    judge: ({race, used}) => {
      const won = race.filter(({situations}) => situations.includes('accepted'));
      const lost = race.filter(({status}) => status >= 400 && status < 500);
      return all(
        holds(won.length < 2, {branch: 'both-started', expected: 'one started', got: 'two started', at: race[1]}),
        when(overlapped(race), 'the requests did not overlap', () =>
          holds(won.length === 1 && lost.length === 1, {
            branch: 'not-one-of-two', expected: 'one started, one refused', got: race.map(told).join('; '), at: race[0],
          }),
        ),
        equal(used.body.daily_runs_used, used.body.daily_runs_limit, 'another-figure', used),
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
      equal(after.body.daily_runs_used, before.body.daily_runs_used, 'refusal-spent', after),
  }),
  ...checksOf<ToolLimit>(toolLimit, {
    'workspace.runs.tool-limit-is-refused': ({said, starts}) => {
      const most = said.body.runs_per_tool_and_publication_limit as number | null;
      if (most === null) return hidden('NS-WS-52', 'none', 'no limit of a tool on a publication');
      const accepted = starts.filter(({situations}) => situations.includes('accepted')).length;
      return when(most < MOST && !starts.at(-1)!.situations.includes('daily-limit'), `the limit of ${most} was not reached`, () =>
        all(
          holds(accepted === most, {branch: 'another-number', expected: `${most} runs`, got: `${accepted} runs`, at: starts.at(-1)}),
          refused(starts.at(-1)!, 'past-the-limit'),
        ),
      );
    },
    'workspace.runs.tool-limit-is-counted-by-publication': ({starts, elsewhere}) =>
      when(starts.at(-1)!.status >= 400, 'the limit was not reached', () => is(elsewhere, 'accepted', 'other-publication-refused')),
    'workspace.runs.tool-limit-is-counted-by-tool': ({starts, other}) =>
      when(starts.at(-1)!.status >= 400, 'the limit was not reached', () => is(other, 'accepted', 'other-tool-refused')),
  }),
];
