/** When a session began, and when it was processed (Resources / Reading session). */

import {DAY_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import type {Val} from '../../../spec/value.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../language/check.ts';
import {instantOf, ZONE_TOLERANCE_MS, dayStart} from '../../values/datetimes.ts';
import {undecided, expectThat, all} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {text, dayAfter} from '../../language/sent-values.ts';
import {createUser} from '../people.ts';
import {issueOf, readBy, listUntilShown} from './reading-steps.ts';
import {whenRowShown} from './session-rows.ts';

/** Sessions of now and of days ago, online and offline. */
const moments = sharedScene({
  id: 'store: reading sessions online and offline',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const today = created.at('/data/created_at/date');
    const daysAgo = (days: number): Val => text(dayAfter(today, -days), 'T10:00:00Z');
    const online = readBy(s, created, issue, {access_mode: 'online'});
    const earlier = readBy(s, created, issue, {access_mode: 'online', started_at: daysAgo(30)});
    const offline = readBy(s, created, issue, {access_mode: 'offline', started_at: daysAgo(5)});
    const older = readBy(s, created, issue, {access_mode: 'offline', started_at: daysAgo(40)});
    return {created, online, earlier, offline, older, list: listUntilShown(s, created, older)};
  },
});

/**
 * Judges the time between the beginning and the processing of a session, if both can be
 * read.
 */
function whenTimesAreReadable(
  list: Exchange,
  session: Exchange,
  judge: (ms: number) => Judgement,
): Judgement {
  return whenRowShown(list, session, ({started_at: started, processed_at: processed}) => {
    if (processed === null) return undecided('`processed_at` is null, as of older sessions');
    const ms = instantOf(processed) - instantOf(started);
    return Number.isNaN(ms) ? undecided('a date is in a form that cannot be read') : judge(ms);
  });
}

const inDays = (ms: number): string => `${(ms / DAY_MS).toFixed(1)} days later`;

const expectProcessedNearby = (list: Exchange, session: Exchange): Judgement =>
  whenTimesAreReadable(list, session, (ms) =>
    expectThat(Math.abs(ms) <= ZONE_TOLERANCE_MS, {
      branch: 'online, and processed at another time',
      expected: '`processed_at` of an online session to be close to `started_at`',
      got: inDays(ms),
      at: list,
    }),
  );

const expectProcessedLater = (list: Exchange, session: Exchange): Judgement =>
  whenTimesAreReadable(list, session, (ms) =>
    expectThat(ms > 0, {
      branch: 'offline, and not processed later',
      expected: '`processed_at` of an offline session of some days ago to be after `started_at`',
      got: inDays(ms),
      at: list,
    }),
  );

/** A session began this many days before the creation of a user, at 10:00 UTC. */
function expectBegunDaysAgo(
  list: Exchange,
  session: Exchange,
  created: Exchange,
  days: number,
): Judgement {
  const day = toText(created.body.data.created_at?.date).slice(0, 10);
  const began = dayStart(day) - days * DAY_MS + DAY_MS / 2;
  return whenRowShown(list, session, ({started_at: started}) => {
    const off = instantOf(started) - began;
    if (Number.isNaN(off)) return undecided('a date is in a form that cannot be read');
    return expectThat(Math.abs(off) <= ZONE_TOLERANCE_MS, {
      branch: 'began at another time',
      expected: `\`started_at\` to be the time of the reading, ${days} days ago`,
      got: inDays(off),
      at: list,
    });
  });
}

/** The checks of the times of a session. */
export const sessionTimes: Check[] = [
  ...checksOf(moments, {
    'store.reading.online-is-processed-as-it-occurs': ({online, earlier, list}) =>
      all(expectProcessedNearby(list, online), () => expectProcessedNearby(list, earlier)),
    'store.reading.offline-is-processed-later': ({offline, older, list}) =>
      all(expectProcessedLater(list, offline), () => expectProcessedLater(list, older)),
    'store.reading.started-at-is-when-it-was-read': ({created, earlier, offline, older, list}) =>
      all(
        expectBegunDaysAgo(list, earlier, created, 30),
        () => expectBegunDaysAgo(list, offline, created, 5),
        () => expectBegunDaysAgo(list, older, created, 40),
      ),
  }),
];
