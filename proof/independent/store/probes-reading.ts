import {deleteIssue, read, readRow, sessionRows, walk} from './content-kit.ts';
import type {Probe, Probes, Site, Value} from './probe-kit.ts';

const path = '/consumption/sessions';
const NORA = 'reader-nora.quist';

/** Shows when not all sessions of a query pass the test (or there are none). */
function all(test: (row: Value) => boolean, tail = ''): Probe {
  return async (site) => {
    const rows = await sessionRows(site, tail);
    return rows.length === 0 || !rows.every(test);
  };
}

/** Shows when a session that a hook records does not pass the test. */
function recorded(test: (row: Value) => boolean, args: Value = {}): Probe {
  return async (site) => !test(await readRow(site, args));
}

const some = (value: unknown, type: string): boolean => value === null || typeof value === type;
const GUESTS = '?reason_type=preview_issue';

/** The members of reading sessions. */
export const readingMembers: Probes = {
  'reading-uuid-as-number': all((row) => typeof row.uuid === 'string'),
  'reading-uuid-cut': async (s) => {
    const uuids = (await sessionRows(s)).map((row) => row.uuid);
    return new Set(uuids).size !== uuids.length;
  },
  'reading-issue-as-text': all((row) => Number.isInteger(row.issue_id)),
  'reading-issue-external-missing': all((row) => some(row.issue_external_id, 'string')),
  'reading-email-hidden': all(
    (row) => typeof row.user_email === 'string',
    '?reason_type=license_retail',
  ),
  'reading-name-as-object': all((row) => some(row.user_name, 'string')),
  'reading-guest-zero': all((row) => row.user_id !== 0, GUESTS),
  'reading-guest-email-empty': all((row) => row.user_email !== '', GUESTS),
  'reading-guest-called': all((row) => row.user_id !== null || row.user_name === null, GUESTS),
  'reading-client-web': all((row) => /^(app|browser)$/.test(String(row.client_type))),
  'reading-os-lower-case': all((row) =>
    /^(iOS|Android|Windows|Mac|Linux|Unknown)$/.test(String(row.device_os)),
  ),
  'reading-unknown-os-null': all((row) => typeof row.device_os === 'string'),
  'reading-mode-as-boolean': all((row) => /^(on|off)line$/.test(String(row.access_mode))),
  'reading-reason-hyphens': all((row) => !String(row.reason_type).includes('-')),
  'reading-plan-null': all(
    (row) => Number.isInteger(row.reason_value),
    '?reason_type=subscription_with_collections',
  ),
  'reading-global-plan-null': all(
    (row) => Number.isInteger(row.reason_value),
    '?reason_type=global_subscription',
  ),
  'reading-value-as-text': all((row) => some(row.reason_value, 'number')),
  'reading-started-as-day': all((row) => /\d:\d/.test(String(row.started_at))),
  'reading-heartbeat-as-unix': all((row) => some(row.last_heartbeat_at, 'string')),
  'reading-processed-zero': async (s) => {
    const {rows} = await walk(s, '');
    return rows.some((row) => String(row.processed_at).startsWith('0000'));
  },
  'reading-seconds-as-minutes': all((row) => Number.isInteger(row.seconds_reading)),
  'reading-printed-missing': all((row) => Number.isInteger(row.printed_pages)),
  'reading-notes-as-list': all((row) => Number.isInteger(row.notes)),
  'reading-highlights-as-boolean': all((row) => Number.isInteger(row.highlights)),
  'reading-changes-null': recorded((row) => row.page_changes === 0),
};

/** The row of a session with a uuid. */
async function rowOf(site: Site, uuid: unknown): Promise<Value> {
  return (await sessionRows(site)).find((row) => row.uuid === uuid) ?? {};
}

/** What sessions say of times and activity. */
export const readingHistories: Probes = {
  'reading-online-next-day': recorded((row) => {
    const late = Date.parse(String(row.processed_at)) - Date.parse(String(row.started_at));
    return late < 60_000;
  }),
  'reading-offline-at-start': recorded((row) => String(row.processed_at) > String(row.started_at), {
    access_mode: 'offline',
  }),
  'reading-started-on-arrival': recorded((row) => row.started_at === '2026-03-17 08:30:00', {
    access_mode: 'offline',
    started_at: '2026-03-17T08:30:00',
  }),
  'reading-uuid-guests-clash': async (s) => {
    await read(s);
    s.clock.time += 300;
    await read(s);
    const rows = (await sessionRows(s)).slice(0, 2);
    return rows[0]?.uuid === rows[1]?.uuid;
  },
  'reading-counters-overwritten': async (s) => {
    const uuid = await read(s, {notes: 2});
    await s.hook('continue-reading', {role: 'admin', uuid, notes: 1});
    return (await rowOf(s, uuid)).notes !== 3;
  },
  'reading-counters-shared': async (s) => {
    const other = await read(s, {user: NORA});
    const uuid = await read(s);
    await s.hook('continue-reading', {role: 'admin', uuid, highlights: 1});
    return (await rowOf(s, other)).highlights !== 0;
  },
  'readings-user-app-missing': async (s) => {
    const uuid = await read(s, {user: NORA, client_type: 'app'});
    return (await sessionRows(s, '?user_id=7340022')).every((row) => row.uuid !== uuid);
  },
  'readings-deleted-content-crashes': async (s) => {
    await deleteIssue(s, 610_020);
    return (await s.call('GET', path)).status !== 200;
  },
};
