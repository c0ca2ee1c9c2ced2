import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {when} from '../../language/judge.ts';
import {firstOf, lastOf} from '../../language/rows.ts';
import {seconds} from '../../language/script.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import {expectServed, isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {burst, judgeTogether, sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {register, reservationOf, reserveAndUpload} from '../publishing.ts';
import {keyed, publishWithFile, readRun, readUntilEnded, report, start} from '../running.ts';

/** The key that prepares what the key of the burst then asks for. */
const as = 'other-key';

/** How often a start is sent when the minute has passed, until it is accepted. */
const MAX_LATE = 3;

/** Milliseconds after which the minute of a burst has certainly passed. */
const A_MINUTE_LATER = seconds(100);

/**
 * Starts and reads of runs, reservations and registrations that would be served, once the minute is used up: a
 * deployment may count a write only after it has judged it (Limits, all operations). Among them are the retry of a run
 * (`known`, `retry`), and a start with a key of its own that is sent again when the minute has passed (`early`,
 * `late`).
 */
const minuteOfWrites = sharedScene({
  id: 'workspace.limits.operations-count-together runs, and writes that would be served',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const [registration, another] = [publishWithFile(s, as), publishWithFile(s, as)];
    const landed = reserveAndUpload(s, as);
    const run = start(s, registration, 'unmetered_tool', {as, expects: 'accepted'});
    readUntilEnded(s, run, {as});
    const [key, otherKey] = [keyed(s), keyed(s)];
    const known = sendPinned(s, (each) => void start(each, registration, 'unmetered_tool', key));
    const first = burst(s, (each) => void each.call('getAccount'));
    const retry = sendPinned(s, (each) => void start(each, registration, 'unmetered_tool', key));
    const early = sendPinned(s, (each) => void start(each, another, 'unmetered_tool', otherKey));
    const round = sendPinned(s, (each) => {
      start(each, registration);
      each.call('createUpload', {body: reservationOf(each)});
      register(each, landed);
      // A URL that only a response tells need not be one of this API.
      if (!s.isFollowed('readRun')) readRun(each, run);
      if (!s.isFollowed('readReport')) report(each, run);
    });
    s.advance(A_MINUTE_LATER);
    // One or two refusals in another form than those of the burst may be those of a gateway.
    const late = s.repeat(
      MAX_LATE,
      (each) => void start(each, another, 'unmetered_tool', otherKey),
      {until: {status: [200, 201, 202]}, unpaced: true},
    );
    return {known, first, retry, early, round, late};
  },
});

/** Judges some requests after the burst. */
const expectCounted = (
  {known, first, retry, early, round}: SeenIn<typeof minuteOfWrites>,
  refused: Exchange[],
): Judgement =>
  when(first.slice(-1).some(isRefusedByLimit), 'no request of the burst was refused', () =>
    judgeTogether([known, first, retry, early, round], [first], [refused]),
  );

/** The checks of a minute that is used up. */
export const servedWrites: Check[] = checksOf(minuteOfWrites, {
  'workspace.limits.operations-count-together @ runs, and writes that would be served': (seen) =>
    expectCounted(seen, seen.round),
  'workspace.limits.operations-count-together @ retries of a run': (seen) =>
    when(isSuccessStatus(firstOf(seen.known).status), 'no run was started', () =>
      expectCounted(seen, seen.retry),
    ),
  'workspace.limits.minute-passes @ for a start with the key of one that was refused': ({
    early,
    late,
  }) =>
    when(isRefusedByLimit(firstOf(early)), 'the start was not refused', () =>
      // Why else a start is refused is open (NS-WS-19).
      when(
        isSuccessStatus(lastOf(late).status) || isRefusedByLimit(lastOf(late)),
        'the start was refused for another reason',
        () => expectServed(lastOf(late), 'accepted', 'refused-for-good'),
      ),
    ),
});
