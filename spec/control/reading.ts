import {READING_COUNTERS} from '../reading-counters.ts';
import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

/** Describes the counters of a reading session as arguments; the first is in seconds. */
const counterArgs = (often: string, seconds: string): Record<string, string> =>
  Object.fromEntries(
    READING_COUNTERS.map((name) => [name, name === 'seconds_reading' ? seconds : often]),
  );

/** Verbs for reading sessions. */
export const READING_VERBS = {
  'switch-consumption': {
    does: 'takes the feature of reading sessions from the store, or gives it',
    args: {role: STORE_ROLE, on: 'false; true: on again'},
    undo: {arg: 'on', value: true},
  },
  'record-reading': {
    does:
      'records one session in which somebody has read a content: the list shows it with what the ' +
      'arguments say',
    args: {
      role: STORE_ROLE,
      issue: 'the id of the content, as orders name it',
      user: 'the id of the user; without it a guest has read',
      client_type: '`app` or `browser`; default: `browser`',
      device_os: '`iOS`, `Android`, `Windows`, `Mac`, `Linux` or `Unknown`; default: any',
      access_mode:
        '`online`, processed as it occurred, also with an older `started_at`; or `offline`, read from downloaded content and synced now; ' +
        'default: `online`',
      reason_type: 'one of the fourteen of the document; default: one that is about no plan',
      reason_value: 'the id of the plan, where `reason_type` is about one; default: null',
      started_at:
        'the instant of the beginning, as ISO 8601; default: now, or an hour ago if offline',
      ...counterArgs('how often; default: 0', 'seconds; default: 0'),
    },
    optional: [
      'user',
      'client_type',
      'device_os',
      'access_mode',
      'reason_type',
      'reason_value',
      'started_at',
      ...READING_COUNTERS,
    ],
    response: '`uuid`: that of the session',
  },
  'continue-reading': {
    does: 'lets the reader of a session go on in it: each counter rises by what its argument says',
    args: {
      role: STORE_ROLE,
      uuid: 'what `record-reading` answered',
      ...counterArgs('how often; default: 0', 'seconds; default: 0'),
    },
    optional: READING_COUNTERS,
  },
  'generate-reading': {
    does: 'adds reading sessions of users and guests, of any contents and reasons, evenly over a period',
    args: {
      role: STORE_ROLE,
      sessions: 'how many, from 1',
      from: 'the first day, as YYYY-MM-DD',
      to: 'the last day, as YYYY-MM-DD',
    },
  },
} as const satisfies Record<string, VerbDescription>;
