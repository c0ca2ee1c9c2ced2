import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  notExercised,
  expectRefused,
  summaryOf,
  undecided,
  when,
  whenTimely,
} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {lastOf} from '../../../language/rows.ts';
import {
  hours,
  minutes,
  seconds,
  type Args,
  type Handle,
  type Script,
} from '../../../language/script.ts';
import {sum} from '../../../language/sent-values.ts';
import {BY_TWO_KEYS, sendInTurn} from '../../senders-at-once.ts';
import {
  undecidedWithoutLimit,
  publishWithFile,
  start,
  TOOL_LIMIT,
  readUsage,
  isDailyLimit,
  isAccepted,
} from '../../running.ts';

/** The most starts that are sent to reach the limit of a tool on a publication. */
export const MAX_STARTS = 30;

/**
 * Milliseconds between two starts: a deployment may run one tool at a time on a publication, and how long a run
 * takes is not shown.
 */
export const pauseAfterRuns = (s: Script): number =>
  s.offers('control:advance') ? minutes(10) : seconds(60);

/** Records starts of a metered tool on a publication until one is refused. */
export const startUntilRefused = (s: Script, registration: Handle): Handle<Exchange[]> =>
  s.repeat(MAX_STARTS, (each) => void start(each, registration, 'metered_tool'), {
    until: {other: 202},
    every: pauseAfterRuns(s),
  });

/**
 * Starts a metered tool on a publication until it is refused. Then it sends the same start once
 * more, with another key, on another publication, and with another tool.
 */
const limitReached = sharedScene({
  id: 'workspace: a tool at its limit on a publication',
  exhausts: true,
  act: (s) => {
    const registration = publishWithFile(s);
    const usageBefore = readUsage(s);
    const every = pauseAfterRuns(s);
    const starts = startUntilRefused(s, registration);
    // A temporary refusal is due to a run in progress, not to the limit; the usage shows whether
    // every start was counted.
    s.advance(Math.max(every, minutes(2)));
    return {
      usageBefore,
      starts,
      usageAtLimit: readUsage(s),
      again: start(s, registration, 'metered_tool'),
      byOther: start(s, registration, 'metered_tool', {as: 'other-key'}),
      usageAfter: readUsage(s),
      elsewhere: start(s, publishWithFile(s), 'metered_tool'),
      other: start(s, registration, 'other_metered_tool'),
      unmetered: s.repeat(MAX_STARTS, (each) => void start(each, registration, 'unmetered_tool'), {
        atMost: sum(usageBefore.at(`/${TOOL_LIMIT}`), 1),
        until: {other: 202},
        first: every,
        every,
      }),
    };
  },
});

type LimitSeen = SeenIn<typeof limitReached>;

/** The limit of the tool was reached, and `besides` was not refused by the daily ceiling. */
function isReached({starts, again}: LimitSeen, besides: Exchange): boolean {
  if (!starts.some(isAccepted)) return false;
  const last = lastOf(starts);
  return last.status >= 400 && again.status >= 400 && ![last, besides].some(isDailyLimit);
}

/** Judges the limit that the usage shows. */
const whenLimited = ({body}: Exchange, judgement: (most: number) => Judgement): Judgement => {
  const most = body[TOOL_LIMIT] as number | null;
  return most === null ? undecidedWithoutLimit(TOOL_LIMIT) : judgement(most);
};

/**
 * Judges a limit that the starts of the check can reach: the usage shows one that is not
 * higher than the number of starts.
 */
export function whenInReach(
  {usageBefore, starts}: Pick<LimitSeen, 'usageBefore' | 'starts'>,
  judgement: (most: number) => Judgement,
): Judgement {
  return whenLimited(usageBefore, (most) =>
    most >= MAX_STARTS && starts.every(isAccepted)
      ? notExercised(`the limit of ${most} is above the ${MAX_STARTS} starts of the check`)
      : judgement(most),
  );
}

/**
 * Below the limit, a refusal that another tool gets as well may have another reason: it is not shown how many runs a
 * publication may have at a time.
 */
const isRefusedForAnotherReason = ({starts, again, other}: LimitSeen, most: number): boolean =>
  starts.filter(isAccepted).length < most && sameRefusal(again, other);

/** The limit allows exactly its number of starts; then every key is refused. */
export function expectExactLimit(seen: LimitSeen, most: number): Judgement {
  const obstacle = whyUndecided(seen, most);
  if (obstacle !== undefined) return undecided(obstacle);
  const {starts, again, byOther} = seen;
  const accepted = starts.filter(isAccepted).length;
  return all(
    expectThat(accepted === most, {
      branch: 'another-number',
      expected: `${quantity(most, 'run')} to be accepted`,
      got: String(accepted),
      at: lastOf(starts),
    }),
    expectRefused(again, 'past-the-limit'),
    expectRefused(byOther, 'a-limit-a-key'),
  );
}

/** Says why the starts do not show how many the limit allows; undefined if they do. */
function whyUndecided(seen: LimitSeen, most: number): string | undefined {
  const {usageBefore, starts, again, usageAfter, elsewhere, other} = seen;
  const accepted = starts.filter(isAccepted).length;
  if (accepted === 0) return 'no start was accepted';
  if (isDailyLimit(lastOf(starts))) return 'the daily ceiling was reached';
  if (isRefusedForAnotherReason(seen, most))
    return `below the limit of ${most}, another tool was refused in the same way`;
  // A limit above the number of starts is not reached. But if neither another publication nor
  // another tool is refused, the limit refused the start, and is lower than it says.
  if (most >= MAX_STARTS && ![elsewhere, other].every(isAccepted))
    return `the limit of ${most} was not reached, and another publication or tool was refused, too`;
  // Fewer starts than the limit are only wrong if the refusal is permanent; more are only wrong if
  // every start was counted.
  if (accepted < most)
    return isReached(seen, again) ? undefined : `the limit of ${most} was not reached`;
  const spent = usageAfter.body.daily_runs_used - usageBefore.body.daily_runs_used;
  return spent >= accepted ? undefined : 'not every accepted start was counted';
}

/** A start to which the limit does not apply is accepted. */
const expectNotConcerned = (seen: LimitSeen, besides: Exchange, branch: string): Judgement =>
  whenInReach(seen, (most) =>
    when(
      isReached(seen, besides) && !isRefusedForAnotherReason(seen, most),
      'the limit was not reached, or the daily ceiling was reached, too',
      () => expectOutcome(besides, 'accepted', branch),
    ),
  );

/**
 * An unmetered tool can be started more often than the limit says. A refused start is only wrong if
 * the limit of the metered tool gives the same refusal.
 */
function expectUnmeteredSpared(seen: LimitSeen, most: number): Judgement {
  const {starts, again, unmetered} = seen;
  const last = lastOf(unmetered);
  const isSpared = unmetered.length > most && unmetered.every(isAccepted);
  const isReachedBy = starts.some(isAccepted) && again.status >= 400 && !isDailyLimit(again);
  const isLimited =
    isReachedBy && !isRefusedForAnotherReason(seen, most) && sameRefusal(last, again);
  return when(isSpared || isLimited, `the start was answered ${summaryOf(last)}`, () =>
    expectOutcome(last, 'accepted', 'unmetered-refused'),
  );
}

const sameRefusal = (one: Exchange, other: Exchange): boolean =>
  one.status === other.status && one.body?.reason === other.body?.reason;

/**
 * Starts that the limit refuses are not counted: they do not raise the usage above the number of
 * accepted runs. An earlier run may be counted late (NS-WS-42), and others may start one; two
 * refused starts that are counted would raise the usage by two.
 */
function expectRefusalsToSpendNothing({
  usageBefore,
  starts,
  usageAtLimit,
  again,
  byOther,
  usageAfter,
}: LimitSeen): Judgement {
  const accepted = [...starts, again, byOther].filter(isAccepted).length;
  const [before, atLimit, after] = [usageBefore, usageAtLimit, usageAfter].map(
    ({body}) => body.daily_runs_used as number,
  );
  const areRefused = [again, byOther].every(({status}) => isClientError(status));
  const isLimit = areRefused && ![again, byOther].some(isDailyLimit);
  const most = Number(before) + accepted;
  const haveSpent = Number(after) > most && Number(after) >= Number(atLimit) + 2;
  return when(accepted > 0 && isLimit, 'the limit of the tool was not reached', () =>
    expectThat(!haveSpent, {
      branch: 'refusal-by-the-limit-of-a-tool-spent',
      expected: `\`daily_runs_used\` to be at most ${most}`,
      got: String(after),
      at: usageAfter,
    }),
  );
}

/** The number of parallel starts; they can only exceed a limit that is lower. */
const AT_ONCE = 8;

/** Parallel starts of one tool on one publication, more than the limit may allow. */
const startedAtOnce = (name: string, by: readonly Args[]) =>
  sharedScene({
    id: `workspace: starts of one tool on a publication ${name}`,
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const registration = publishWithFile(s);
      const usageBefore = readUsage(s);
      const starts = sendInTurn(
        s,
        by,
        Array.from(
          {length: AT_ONCE},
          () => (branch, sender) => void start(branch, registration, 'metered_tool', sender),
        ),
      );
      const usageAfter = readUsage(s);
      // A run above the limit may also be accepted first and be rejected when its turn comes (NS-WS-20).
      s.advance(hours(1));
      const usageLater = readUsage(s);
      // Afterwards a day passes, so that other scenes have all runs of the day.
      s.advance(hours(23) + minutes(1));
      return {usageBefore, starts, usageAfter, usageLater};
    },
  });

/** Who sends the starts of a race in turn, by the place where it is decided. */
const RACERS: Readonly<Record<string, readonly Args[]>> = {
  'at the same moment': [{}],
  'at the same moment, by two keys': BY_TWO_KEYS,
};

/** Of parallel starts no more are accepted, and counted, than the limit says. */
function expectWithinLimit({
  usageBefore,
  starts,
  usageAfter,
  usageLater,
}: SeenIn<ReturnType<typeof startedAtOnce>>): Judgement {
  const accepted = starts.filter(isAccepted).length;
  const [before, after, later] = [usageBefore, usageAfter, usageLater].map(
    ({body}) => body.daily_runs_used as number,
  );
  const spent = Number(after) - Number(before);
  const spentInTheEnd = Number(later) - Number(before);
  const isEachCounted = accepted > 0 && Math.min(spent, spentInTheEnd) >= accepted;
  const expectAtMost = (most: number): Judgement =>
    expectThat(accepted <= most, {
      branch: 'too-many-at-once',
      expected: `at most ${quantity(most, 'run')} to be accepted`,
      got: String(accepted),
      at: starts[0],
    });
  return whenLimited(usageBefore, (most) => {
    if (most >= AT_ONCE) return notExercised(`${AT_ONCE} starts do not pass the limit of ${most}`);
    return whenTimely(overlapped(starts), 'the requests did not overlap', () =>
      when(isEachCounted, 'not every accepted start was counted', () => expectAtMost(most)),
    );
  });
}

/** The limit of a tool on a publication (Limits). */
export const toolLimit: Check[] = [
  ...Object.entries(RACERS).flatMap(([place, by]) =>
    checksOf(startedAtOnce(place, by), {
      [`workspace.runs.tool-limit-is-refused @ ${place}`]: expectWithinLimit,
    }),
  ),
  ...checksOf(limitReached, {
    'workspace.runs.refused-start-spends-nothing @ the limit of a tool':
      expectRefusalsToSpendNothing,
    'workspace.runs.tool-limit-is-refused': (seen) =>
      whenInReach(seen, (most) => expectExactLimit(seen, most)),
    'workspace.runs.tool-limit-spares-unmetered': (seen) =>
      whenInReach(seen, (most) => expectUnmeteredSpared(seen, most)),
    'workspace.runs.tool-limit-is-counted-by-publication': (seen) =>
      expectNotConcerned(seen, seen.elsewhere, 'other-publication-refused'),
    'workspace.runs.tool-limit-is-counted-by-tool': (seen) =>
      expectNotConcerned(seen, seen.other, 'other-tool-refused'),
  }),
];
