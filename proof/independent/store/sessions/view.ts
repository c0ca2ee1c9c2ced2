import {SESSION_SHAPES} from '../slips/shapes.ts';
import {misshape} from '../slips/types.ts';
import {localIso, MINUTE} from '../time.ts';
import type {Context, Json, Session, User} from '../types.ts';
import {sessionData} from './agent.ts';

const STEPS: [number, string][] = [
  [1440 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
  [1000, 'second'],
];

/** Elapsed time as people say it: `3 minutes ago`. */
function elapsed(ms: number): string {
  const [unit, name] = STEPS.find(([size]) => ms >= size) ?? [1000, 'second'];
  const count = Math.floor(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}

/** The id of a session as the API and the hooks say it. */
export function shownId({variants}: Context, {id}: Session): string {
  return variants.has('sessions-ids-of-letters') ? `sess_${Number(id).toString(36)}Zq` : id;
}

/** A session as the API shows it. */
export function sessionView(context: Context, user: User, one: Session): Json {
  const {faults, store} = context;
  const whole = context.now() - one.lastActivity;
  const ago = faults.has('session-diff-forgets-hours') ? whole % (60 * MINUTE) : whole;
  const view = {
    id: shownId(context, one),
    user_id: user.id,
    user_email: user.email,
    user_external_id: user.externalId,
    ip_address: one.address,
    session_data: sessionData(one.raw),
    last_activity: localIso(one.lastActivity, store),
    last_activity_diff: elapsed(ago),
    session_expires_at: localIso(one.expiresAt, store),
  };
  return misshape(SESSION_SHAPES, view, context);
}
