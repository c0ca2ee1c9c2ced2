import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectMember,
  expectRefused,
  when,
} from '../../language/judge.ts';
import {limited, linesThatDecide} from '../../rate-limits/limited.ts';
import {expectNotBoth} from '../../language/races.ts';
import {lastOf} from '../../language/rows.ts';
import {minutes} from '../../language/script.ts';
import {
  readAccount,
  whenAllowanceLimited,
  reserveAndUpload,
  oneFreePlace,
  ONE_REGISTERED,
  register,
  reservationOf,
  leftIn,
  expectLeft,
} from '../publishing.ts';
import {runsLeft} from '../runs/limits/ceilings.ts';
import {stateOf} from '../runs/run-states.ts';
import {MAX_STARTS, whenInReach} from '../runs/limits/tool-limit.ts';
import {
  readUntilEnded,
  publishWithFile,
  start,
  readUsage,
  isAccepted,
  isDailyLimit,
} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

/**
 * Whether the limit of a tool refused a request, and not the limit on requests or the daily
 * ceiling.
 */
const isToolLimit = (response: Exchange): boolean =>
  response.status >= 400 && !limited(response) && !isDailyLimit(response);

/** The starts of `tool-limit-refuses-both-faces`. */
interface LimitSeen {
  /** The usage before the starts; `usageAfter` is the one after all starts. */
  usageBefore: Exchange;
  usageAfter: Exchange;
  /** Starts through the API after one through a tool, and one more two minutes later. */
  starts: Exchange[];
  again: Exchange;
  /** The last start, through a tool. */
  byTool: Exchange;
}

/**
 * Starts through both interfaces are counted together, and the limit refuses a start through a
 * tool.
 */
function expectOneLimit(
  {usageBefore, starts, again, byTool, usageAfter}: LimitSeen,
  most: number,
): Judgement {
  const accepted = 1 + starts.filter(isAccepted).length;
  const reached = [lastOf(starts), again].every(isToolLimit);
  // Exceeding the limit is only wrong if every start was counted (NS-WS-42).
  const spent = usageAfter.body.daily_runs_used - usageBefore.body.daily_runs_used;
  const sure = accepted <= most || spent >= accepted;
  const unknown = [lastOf(starts), again].flatMap((one) => linesThatDecide(one) ?? [])[0];
  return when(reached && sure, unknown ?? `the limit of ${most} was not reached`, () =>
    all(
      expectEqual(
        accepted,
        most,
        'a-limit-for-each-interface',
        again,
        'the number of accepted starts',
      ),
      expectRefused(byTool, 'past-the-limit'),
    ),
  );
}

/** The usage shows one metered run more than before, and the same number through the tool. */
const expectOneRunMore = (before: Exchange, after: Exchange, byTool: Exchange): Judgement =>
  all(
    expectMember(after, '/daily_runs_used', before.body.daily_runs_used + 1, 'another-count'),
    expectEqual(
      byTool.body?.daily_runs_used,
      after.body.daily_runs_used,
      'another-figure',
      byTool,
      '`daily_runs_used` through the tool',
    ),
  );

/** The same quotas at both interfaces (Rule 4). */
export const quotas: Check[] = [
  check({
    rule: 'workspace.mcp.publications-count-in-one-allowance',
    act: (s) => {
      const before = readAccount(s);
      const registration = register(s, reserveAndUpload(s), {...BY_TOOL, expects: 'registered'});
      return {before, registration, after: readAccount(s), byTool: s.call('getAccount', BY_TOOL)};
    },
    judge: ({before, after, byTool}) =>
      whenAllowanceLimited(before, () =>
        all(
          expectLeft(after, leftIn(before) - 1, 'another-allowance'),
          expectEqual(
            byTool.body?.publications_left,
            leftIn(after),
            'another-figure',
            byTool,
            '`publications_left` through the tool',
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.runs-count-in-one-usage',
    act: (s) => {
      const registration = publishWithFile(s);
      const before = readUsage(s);
      const run = start(s, registration, 'metered_tool', {...BY_TOOL, expects: 'accepted'});
      const polls = readUntilEnded(s, run, s.isFollowed('readRun') ? BY_TOOL : {});
      return {before, polls, after: readUsage(s), byTool: s.call('getAccountUsage', BY_TOOL)};
    },
    // Whether a run that did not succeed counts is open (NS-WS-42).
    judge: ({before, polls, after, byTool}) =>
      when(stateOf(polls) === 'succeeded', 'a metered run did not succeed', () =>
        expectOneRunMore(before, after, byTool),
      ),
  }),
  check({
    rule: 'workspace.mcp.runs-count-in-one-usage',
    // Where no path and no tool reads runs, nobody sees how the one of a tool ends.
    place: 'from its start',
    onlyOnTestTargets: true,
    act: (s) => {
      const [first, second] = [publishWithFile(s), publishWithFile(s)];
      const before = readUsage(s);
      const own = start(s, first, 'metered_tool', {expects: 'accepted'});
      const between = readUsage(s);
      start(s, second, 'metered_tool', {...BY_TOOL, expects: 'accepted'});
      const after = readUsage(s);
      const byTool = s.call('getAccountUsage', BY_TOOL);
      return {before, between, after, byTool, polls: readUntilEnded(s, own)};
    },
    // A run that failed meanwhile may count no longer (NS-WS-42).
    judge: ({before, between, after, byTool, polls}) =>
      when(
        between.body.daily_runs_used === before.body.daily_runs_used + 1 &&
          stateOf(polls) === 'succeeded',
        'a run of the API does not count from its start, or did not succeed (NS-WS-42)',
        () => expectOneRunMore(between, after, byTool),
      ),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'spent through the API',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      last: register(s, first, {expects: 'registered'}),
      reservation: s.call('createUpload', {...BY_TOOL, body: reservationOf(s)}),
      over: register(s, second, BY_TOOL),
    }),
    judge: ({reservation, over}) =>
      all(
        expectOutcome(reservation, 'allowance-spent', 'a-place-for-tools'),
        expectOutcome(over, 'allowance-spent', 'registered-all-the-same'),
      ),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'spent through a tool',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      last: register(s, first, {...BY_TOOL, expects: 'registered'}),
      over: register(s, second),
    }),
    judge: ({over}) => expectOutcome(over, 'allowance-spent', 'registered-all-the-same'),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'at the same moment',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      // The session of the agent has already begun, so that both requests are sent together.
      begun: s.call('getAccount', BY_TOOL),
      race: s.parallel(
        (branch) => void register(branch, first, BY_TOOL),
        (branch) => void register(branch, second, BY_TOOL),
      ),
    }),
    judge: ({race}) => expectNotBoth(race, ONE_REGISTERED),
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces',
    place: 'reached through the API',
    given: runsLeft(1),
    act: (s) => ({
      last: start(s, publishWithFile(s), 'metered_tool', {expects: 'accepted'}),
      over: start(s, publishWithFile(s), 'metered_tool', BY_TOOL),
    }),
    judge: ({over}) => expectOutcome(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces',
    place: 'reached through a tool',
    given: runsLeft(1),
    act: (s) => ({
      last: start(s, publishWithFile(s), 'metered_tool', {...BY_TOOL, expects: 'accepted'}),
      over: start(s, publishWithFile(s), 'metered_tool'),
    }),
    judge: ({over}) => expectOutcome(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.tool-limit-refuses-both-faces',
    exhausts: true,
    act: (s) => {
      const registration = publishWithFile(s);
      const usageBefore = readUsage(s);
      const first = start(s, registration, 'metered_tool', {...BY_TOOL, expects: 'accepted'});
      // A deployment may run one tool at a time on a publication.
      s.advance(minutes(2));
      const starts = s.repeat(
        MAX_STARTS,
        (each) => void start(each, registration, 'metered_tool'),
        {
          until: {other: 202},
          every: minutes(1),
        },
      );
      s.advance(minutes(2));
      const again = start(s, registration, 'metered_tool');
      return {
        usageBefore,
        first,
        starts,
        again,
        byTool: start(s, registration, 'metered_tool', BY_TOOL),
        usageAfter: readUsage(s),
      };
    },
    judge: (seen) => whenInReach(seen, (most) => expectOneLimit(seen, most)),
  }),
];
