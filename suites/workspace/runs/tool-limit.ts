import {quantity} from '../../../spec/quantity.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {
  all,
  holds,
  is,
  notExercised,
  overlapped,
  refused,
  summaryOf,
  when,
  whenRaced,
} from '../../judge.ts';
import {hasOutcome} from '../../outcome.ts';
import {lastOf} from '../../rows.ts';
import {hours, minutes, seconds, sum, type Script} from '../../script.ts';
import {noLimit, publishWithFile, start, TOOL_LIMIT, usage} from '../running.ts';

/** Starts at most until the limit of a tool on a publication has to be reached. */
export const MAX_STARTS = 30;

/**
 * Starts a metered tool on a publication until it is refused. Then: the same once more, with
 * another key, on another publication, and with another tool.
 */
const limitReached = sharedScene({
  id: 'workspace: a tool at its limit on a publication',
  api: 'workspace',
  exhausts: true,
  act: (s) => {
    const registration = publishWithFile(s);
    const usageBefore = usage(s);
    // A deployment may run one tool at a time on a publication.
    const starts = s.repeat(MAX_STARTS, (each) => void start(each, registration, 'metered_tool'), {
      until: {other: 202},
      every: seconds(60),
    });
    // A refusal that passes was that of a run under way, not of the limit; the usage shows whether
    // every start counted.
    s.advance(minutes(2));
    const usageAtLimit = usage(s);
    const again = start(s, registration, 'metered_tool');
    const byOther = start(s, registration, 'metered_tool', {as: 'other-key'});
    const usageAfter = usage(s);
    const elsewhere = start(s, publishWithFile(s), 'metered_tool');
    const other = start(s, registration, 'other_metered_tool');
    return {
      usageBefore,
      starts,
      usageAtLimit,
      again,
      byOther,
      usageAfter,
      elsewhere,
      other,
      unmetered: s.repeat(MAX_STARTS, (each) => void start(each, registration, 'unmetered_tool'), {
        atMost: sum(usageBefore.at(`/${TOOL_LIMIT}`), 1),
        until: {other: 202},
        first: seconds(60),
        every: seconds(60),
      }),
    };
  },
});

type LimitSeen = SeenIn<typeof limitReached>;

const isAccepted = hasOutcome('accepted');
const isDailyLimit = hasOutcome('daily-limit');

/** The limit of the tool was reached, and `besides` was not refused by that of the day. */
function isReached({starts, again}: LimitSeen, besides: Exchange): boolean {
  if (!starts.some(isAccepted)) return false;
  const last = lastOf(starts);
  return last.status >= 400 && again.status >= 400 && ![last, besides].some(isDailyLimit);
}

/** A judgement about the limit that the usage names. */
const whenLimited = ({body}: Exchange, judgement: (most: number) => Judgement): Judgement => {
  const most = body[TOOL_LIMIT] as number | null;
  return most === null ? noLimit(TOOL_LIMIT) : judgement(most);
};

/**
 * A judgement about a limit that the starts of the check can reach: the usage names one, and it is
 * not above them.
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

/** As many starts are accepted as the limit says; then every key is refused. */
function limitIsExact(seen: LimitSeen, most: number): Judgement {
  const {usageBefore, starts, again, byOther, usageAfter, elsewhere, other} = seen;
  const accepted = starts.filter(isAccepted).length;
  const spent = usageAfter.body.daily_runs_used - usageBefore.body.daily_runs_used;
  // More than the limit is too many only where every start counted; fewer is too few only where the
  // refusal lasts.
  const sure = accepted >= most ? spent >= accepted : isReached(seen, again);
  // A limit above what is tried is not reached; a refusal that neither another publication nor
  // another tool meets is the limit's all the same, and shows that it is lower than it is told.
  const isTried = most < MAX_STARTS || [elsewhere, other].every(isAccepted);
  const decidable = accepted > 0 && sure && isTried && !isDailyLimit(lastOf(starts));
  return when(decidable, `the limit of ${most} was not reached`, () =>
    all(
      holds(accepted === most, {
        branch: 'another-number',
        expected: `${quantity(most, 'run')} to be accepted`,
        got: String(accepted),
        at: lastOf(starts),
      }),
      refused(again, 'past-the-limit'),
      refused(byOther, 'a-limit-a-key'),
    ),
  );
}

/** A start that the limit does not concern is accepted. */
const isNotConcerned = (seen: LimitSeen, besides: Exchange, branch: string): Judgement =>
  whenInReach(seen, () =>
    when(isReached(seen, besides), 'the limit was not reached, or that of the day was, too', () =>
      is(besides, 'accepted', branch),
    ),
  );

/**
 * A tool that is not metered is started more often than the limit says. Where one of the starts is
 * refused, it is as those of the metered tool are.
 */
function sparesUnmetered({starts, again, unmetered}: LimitSeen, most: number): Judgement {
  const last = lastOf(unmetered);
  const isSpared = unmetered.length > most && unmetered.every(isAccepted);
  const isReachedBy = starts.some(isAccepted) && again.status >= 400 && !isDailyLimit(again);
  const isLimited = isReachedBy && sameRefusal(last, again);
  return when(isSpared || isLimited, `the start was answered ${summaryOf(last)}`, () =>
    is(last, 'accepted', 'unmetered-refused'),
  );
}

const sameRefusal = (one: Exchange, other: Exchange): boolean =>
  one.status === other.status && one.body?.reason === other.body?.reason;

/**
 * Starts that the limit refuses are not counted: they do not raise the usage above the runs that
 * were accepted. A run that was started before the scene may be counted late (NS-WS-42), and others
 * may start one: two refused starts that are counted raise it by two at once.
 */
function refusalsSpendNothing({
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
  const areRefused = [again, byOther].every(({status}) => status >= 400 && status < 500);
  const isLimit = areRefused && ![again, byOther].some(isDailyLimit);
  const most = Number(before) + accepted;
  const haveSpent = Number(after) > most && Number(after) >= Number(atLimit) + 2;
  return when(accepted > 0 && isLimit, 'the limit of the tool was not reached', () =>
    holds(!haveSpent, {
      branch: 'refusal-by-the-limit-of-a-tool-spent',
      expected: `\`daily_runs_used\` to be at most ${most}`,
      got: String(after),
      at: usageAfter,
    }),
  );
}

/** Starts that are sent at the same moment; a limit that is not below cannot be passed by them. */
const AT_ONCE = 8;

/** Starts of one tool on one publication at the same moment, more than the limit may let pass. */
const startedAtOnce = sharedScene({
  id: 'workspace: starts of one tool on a publication at the same moment',
  api: 'workspace',
  exhausts: true,
  notOnLiveTarget: true,
  act: (s) => {
    const registration = publishWithFile(s);
    const usageBefore = usage(s);
    const starts = s.parallel(
      ...Array.from(
        {length: AT_ONCE},
        () => (branch: Script) => void start(branch, registration, 'metered_tool'),
      ),
    );
    const usageAfter = usage(s);
    // Its runs of the day are left to other scenes.
    s.advance(hours(24) + minutes(1));
    return {usageBefore, starts, usageAfter};
  },
});

/** Of starts at the same moment no more are accepted, and counted, than the limit says. */
function staysWithin({usageBefore, starts, usageAfter}: SeenIn<typeof startedAtOnce>): Judgement {
  const accepted = starts.filter(isAccepted).length;
  const spent = usageAfter.body.daily_runs_used - usageBefore.body.daily_runs_used;
  return whenLimited(usageBefore, (most) => {
    if (most >= AT_ONCE) return notExercised(`${AT_ONCE} starts do not pass the limit of ${most}`);
    return whenRaced(overlapped(starts), 'the requests did not overlap', () =>
      when(accepted > 0 && spent >= accepted, 'not every start that was accepted counted', () =>
        holds(accepted <= most, {
          branch: 'too-many-at-once',
          expected: `at most ${quantity(most, 'run')} to be accepted`,
          got: String(accepted),
          at: starts[0],
        }),
      ),
    );
  });
}

/** The limit of a tool on a publication (Limits). */
export const toolLimit: Check[] = [
  ...checksAt(startedAtOnce, 'workspace.runs.tool-limit-is-refused', {
    'at the same moment': staysWithin,
  }),
  ...checksAt(limitReached, 'workspace.runs.refused-start-spends-nothing', {
    'the limit of a tool': refusalsSpendNothing,
  }),
  ...checksOf(limitReached, {
    'workspace.runs.tool-limit-is-refused': (seen) =>
      whenInReach(seen, (most) => limitIsExact(seen, most)),
    'workspace.runs.tool-limit-spares-unmetered': (seen) =>
      whenInReach(seen, (most) => sparesUnmetered(seen, most)),
    'workspace.runs.tool-limit-is-counted-by-publication': (seen) =>
      isNotConcerned(seen, seen.elsewhere, 'other-publication-refused'),
    'workspace.runs.tool-limit-is-counted-by-tool': (seen) =>
      isNotConcerned(seen, seen.other, 'other-tool-refused'),
  }),
];
