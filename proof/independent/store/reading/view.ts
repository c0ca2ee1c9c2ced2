import {READING_SHAPES} from '../slips/shapes-reading.ts';
import {misshape} from '../slips/types.ts';
import {localIso} from '../time.ts';
import type {Context, Json, User} from '../types.ts';
import type {Reading} from './types.ts';

/** A moment on the clock of the store, without a zone. */
function clockTime({store, variants}: Context, at: number | null): string | null {
  const zoneMinutes = variants.has('reading-days-of-utc') ? 0 : store.zoneMinutes;
  return at === null ? null : localIso(at, {...store, zoneMinutes}).replace('T', ' ');
}

/** The reader, as they are now (or were then); nothing of a guest. */
function readerView({variants}: Context, user: User | undefined, {reader}: Reading): Json {
  const told = variants.has('reading-users-as-they-were') ? (reader ?? user) : user;
  return {
    user_id: user?.id ?? null,
    user_email: told?.email ?? null,
    user_name: told?.name ?? null,
    user_external_id: told?.externalId ?? null,
  };
}

/** A reading session as the API shows it. */
export function readingView(context: Context, one: Reading): Json {
  const {store} = context;
  const user = store.users.get(one.userId ?? 0);
  const view: Json = {
    uuid: one.uuid,
    issue_id: one.issueId,
    issue_external_id: one.issueExternalId,
    ...readerView(context, user, one),
    client_type: one.clientType,
    device_os: one.system,
    access_mode: one.mode,
    reason_type: one.reason,
    reason_value: one.reasonValue,
    started_at: clockTime(context, one.startedAt),
    processed_at: clockTime(context, one.processedAt),
    last_heartbeat_at: clockTime(context, one.heartbeatAt),
    ...one.counters,
    issue_name: store.commerce.issues.get(one.issueId)?.name ?? null,
  };
  return misshape(READING_SHAPES, view, context);
}
