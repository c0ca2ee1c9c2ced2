import {check, type Check} from '../../language/check.ts';
import {when} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {burst, judgeTogether, sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {register, reservationOf, reserveAndUpload} from '../publishing.ts';
import {publishWithFile, readRun, readUntilEnded, report, start} from '../running.ts';

/** The key that prepares what the key of the burst then asks for. */
const as = 'other-key';

/**
 * Starts and reads of runs, reservations and registrations that would be served, once the minute is used up: a
 * deployment may count a write only after it has judged it (Limits, all operations).
 */
export const servedWrites: Check[] = [
  check({
    rule: 'workspace.limits.operations-count-together',
    place: 'runs, and writes that would be served',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const registration = publishWithFile(s, as);
      const landed = reserveAndUpload(s, as);
      const run = start(s, registration, 'unmetered_tool', {as, expects: 'accepted'});
      readUntilEnded(s, run, {as});
      const first = burst(s, (each) => void each.call('getAccount'));
      const round = sendPinned(s, (each) => {
        start(each, registration);
        each.call('createUpload', {body: reservationOf(each)});
        register(each, landed);
        // A URL that only a response tells need not be one of this API.
        if (!s.isFollowed('readRun')) readRun(each, run);
        if (!s.isFollowed('readReport')) report(each, run);
      });
      return {first, round};
    },
    judge: ({first, round}) =>
      when(first.slice(-1).some(isRefusedByLimit), 'no request of the burst was refused', () =>
        judgeTogether([first, round], [first], [round]),
      ),
  }),
];
