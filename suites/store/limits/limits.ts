import type {Chapter} from '../../language/chapter.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {read} from '../people.ts';
import {readsOfEveryToken} from './every-token.ts';
import {headsUnderLimits} from './heads.ts';
import {kindsOfReads, readsOfEveryList} from './kinds-of-reads.ts';
import {minuteUsedUp, minuteWindow} from './minute-window.ts';
import {oneKind} from './one-kind.ts';
import {limitRaces} from './races.ts';
import {refusedElsewhere} from './refused-elsewhere.ts';
import {spentDays} from './spent-day.ts';
import {leaveReads} from './daily-quota.ts';
import {dailyReads, quotaOfEachStore} from './daily-reads.ts';
import {countedHeads} from './counted-heads.ts';
import {uncountedWrites} from './uncounted-writes.ts';
import {rollingDay} from './rolling-day.ts';
import {versionsApart} from './versions-apart.ts';

/** Store / limits: 60 a minute, 2,000 and 5,000 reads a rolling day, their headers. */
export const limits: Chapter = {
  chapter: 'store/limits',
  visits: [],
  provocations: [
    ...spentDays,
    {...minuteUsedUp, op: 'listUsers', condition: 'rate-limited', scene: minuteUsedUp},
    {
      api: 'store',
      op: 'listUsers',
      condition: 'quota-spent',
      exhausts: true,
      act: (s) => {
        leaveReads(s, 'admin', 'token', 0);
        leaveReads(s, 'admin', 'store', 0);
        // The first token has used up its own reads, the second only those of the store.
        return {
          subject: sendPinned(s, (each) => {
            read(each);
            read(each, 'second-admin');
          }),
        };
      },
    },
  ],
  properties: kindsOfReads,
  checks: [
    ...minuteWindow,
    ...dailyReads,
    countedHeads,
    uncountedWrites,
    rollingDay,
    quotaOfEachStore,
    versionsApart,
    ...readsOfEveryList,
    ...readsOfEveryToken,
    ...headsUnderLimits,
    ...refusedElsewhere,
    ...oneKind,
    ...limitRaces,
  ],
};
