import {READING_COUNTERS} from '../reading-counters.ts';
import {type HookValue, count, flag, id, optional, orNull, text, word} from './hook-value.ts';
import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

/** The counters of a reading session as arguments; the first is in seconds. */
const counterArgs = (): Record<string, HookValue> =>
  Object.fromEntries(
    READING_COUNTERS.map((name) => [
      name,
      optional(
        name === 'seconds_reading'
          ? count('seconds; default: 0', 90)
          : count('how often; default: 0', 2),
      ),
    ]),
  );

/** Verbs for reading sessions. */
export const READING_VERBS = {
  'switch-consumption': {
    does: 'takes the feature of reading sessions from the store, or gives it',
    args: {role: STORE_ROLE, on: flag('false; true: on again', false)},
    undo: {arg: 'on', value: true},
  },
  'record-reading': {
    does:
      'records one session in which somebody has read a content: the list shows it with what the ' +
      'arguments say',
    args: {
      role: STORE_ROLE,
      issue: id('the id of the content, as orders name it', 'lyra:17'),
      user: optional(id('the id of the user; without it a guest has read', 7340043)),
      client_type: optional(word('default: `browser`', ['browser', 'app'])),
      device_os: optional(
        word('default: any', ['iOS', 'Android', 'Windows', 'Mac', 'Linux', 'Unknown']),
      ),
      access_mode: optional(
        word(
          '`online`: processed as it occurred, also with an older `started_at`; `offline`: read from downloaded content and synced now; ' +
            'default: `online`',
          ['online', 'offline'],
        ),
      ),
      reason_type: optional(
        text(
          'one of the fourteen of the document; default: one that is about no plan',
          'free_access',
        ),
      ),
      reason_value: optional(
        orNull(id('the id of the plan, where `reason_type` is about one; default: null', 88120)),
      ),
      started_at: optional(
        text(
          'the instant of the beginning, as ISO 8601; default: now, or an hour ago if offline',
          '2026-03-02T09:30:00Z',
        ),
      ),
      ...counterArgs(),
    },
    answer: {uuid: id('that of the session', '3f0e8a52-6d1c-4a77-9c44-0d2f5e8b9a10')},
    shownBy: {named: 'uuid', in: 'listReadingSessions'},
  },
  'continue-reading': {
    does: 'lets the reader of a session go on in it: each counter rises by what its argument says',
    args: {
      role: STORE_ROLE,
      uuid: id('what `record-reading` answered', '3f0e8a52-6d1c-4a77-9c44-0d2f5e8b9a10'),
      ...counterArgs(),
    },
  },
  'generate-reading': {
    does: 'adds reading sessions of users and guests, of any contents and reasons, evenly over a period',
    args: {
      role: STORE_ROLE,
      sessions: count('how many', 200, 1),
      from: text('the first day, as YYYY-MM-DD', '2026-02-01'),
      to: text('the last day, as YYYY-MM-DD', '2026-02-28'),
    },
  },
} as const satisfies Record<string, VerbDescription>;
