import {sessionData, typeOfAgent} from '../sessions/agent.ts';
import {MINUTE} from '../time.ts';
import type {Context, User} from '../types.ts';
import {goOn, noCounters, record} from './record.ts';
import type {Reading} from './types.ts';

/** A visit that comes later than this after the last one begins another session. */
const PAUSE = 30 * MINUTE;

function systemOf(agent: string): string {
  const system = String(sessionData(agent).os);
  return system === 'macOS' ? 'Mac' : system;
}

/** Why a user may read a product: the kind of the order that gave it. */
function reasonOf({store}: Context, user: User, product: string): string {
  const order = store.commerce.orders.findLast((one) => {
    return one.userId === user.id && one.products.some(({id}) => id === product);
  });
  if (order?.type === 'sale') return 'bought_issue';
  return order?.type === 'report' ? 'external_permissions' : 'assigned_issue';
}

function begin(context: Context, user: User, product: string, agent: string): Reading | null {
  const issueId = context.store.commerce.catalog.get(product)?.issueId;
  if (issueId === undefined) return null;
  return record(context.store, {
    issueId,
    startedAt: context.now(),
    userId: user.id,
    clientType: typeOfAgent(agent) === 'mobile' ? 'app' : 'browser',
    system: systemOf(agent),
    reason: reasonOf(context, user, product),
    processedAt: context.now(),
    counters: noCounters(),
  });
}

/** Notes that a user has opened a page of a product on the site. */
export function noteVisit(context: Context, user: User, product: string, agent: string): void {
  const now = context.now();
  const {readings} = context.store.commerce;
  const open = readings.findLast((one) => {
    const age = now - (one.heartbeatAt ?? one.startedAt);
    const lately = age >= 0 && age < PAUSE;
    return one.userId === user.id && one.issueExternalId === product && lately;
  });
  const reading = open ?? begin(context, user, product, agent);
  if (reading === null) return;
  const seconds = Math.floor((now - (reading.heartbeatAt ?? reading.startedAt)) / 1000);
  if (open !== undefined && goOn(context, reading)) return;
  reading.counters.page_views += 1;
  if (open === undefined) return;
  reading.counters.page_changes += 1;
  reading.counters.seconds_reading += seconds;
}
