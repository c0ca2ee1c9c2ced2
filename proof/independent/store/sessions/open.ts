import {randomBytes} from 'node:crypto';
import {DAY, localDay} from '../time.ts';
import type {Context, Session, User} from '../types.ts';
import {typeOfAgent} from './agent.ts';

/** How long a session lives without being used. */
function lifeOf(type: Session['type']): number {
  return type === 'web' ? DAY / 2 : 30 * DAY;
}

/** Sessions of a user that have not expired. */
export function liveSessions(context: Context, user: User): Session[] {
  return user.sessions.filter((one) => one.expiresAt > context.now());
}

/** How many sessions the running plans of a user allow at once. */
function concurrency(context: Context, user: User): number {
  if (context.faults.has('sessions-concurrency-ignored')) return Infinity;
  const today = localDay(context.now(), context.store);
  const limits = user.plans
    .filter((one) => one.cancelledAt === null && one.suspended !== true)
    .filter((one) => one.until === null || one.until >= today)
    .map((one) => one.plan.terms.concurrencyLimit);
  return limits.length === 0 ? Infinity : Math.max(...limits);
}

/** Begins a session; the oldest ones end when a subscriber would have too many. */
export function openSession(context: Context, user: User, raw: string, address: string): Session {
  const type = typeOfAgent(raw);
  const now = context.now();
  context.world.nextNumber += 3;
  const session: Session = {
    id: String(context.world.nextNumber),
    type,
    begunAt: now,
    lastActivity: now,
    expiresAt: now + lifeOf(type),
    raw,
    address,
    byLink: false,
    key: randomBytes(12).toString('hex'),
  };
  const limited = context.variants.has('users-sessions-limit-kept');
  const allowed = limited ? (user.sessionsLimit ?? Infinity) : Infinity;
  const free = type === 'mobile' && context.faults.has('plan-concurrency-mobile-free');
  const most = free ? Infinity : Math.min(allowed, concurrency(context, user));
  const kept = [...liveSessions(context, user), session];
  user.sessions = kept.slice(Math.max(0, kept.length - most));
  return session;
}

/** A live session and its user. */
export interface SignedIn {
  user: User;
  session: Session;
}

/** The live sessions of a store, in the order of their beginnings. */
export function sessionsOfStore(context: Context): SignedIn[] {
  const all = [...context.store.users.values()].flatMap((user) =>
    liveSessions(context, user).map((session) => ({user, session})),
  );
  return all.sort((one, other) => Number(one.session.id) - Number(other.session.id));
}

/** Notes that a session was used. */
export function useSession(context: Context, session: Session): void {
  const frozen = context.faults.has('session-activity-of-sign-in');
  if (!frozen) session.lastActivity = context.now();
  session.expiresAt = context.now() + lifeOf(session.type);
}
