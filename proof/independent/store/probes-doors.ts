import type {Probe, Probes} from './probe-kit.ts';

/** Shows when a request without a token is not answered 401. */
function closed(method: string, path: string, root = false): Probe {
  return async (site) => (await site.call(method, path, {root, token: null})).status !== 401;
}

/** Operations without a token. */
export const commerceDoors: Probes = {
  'plan-create-open': closed('POST', '/dashboard/plans'),
  'plans-without-token': closed('GET', '/dashboard/plans'),
  'collections-without-token': closed('GET', '/dashboard/plans/collections'),
  'plan-update-open': closed('PUT', '/dashboard/plans/88120'),
  'plan-delete-open': closed('DELETE', '/api/v1/dashboard/plans/88120', true),
  'order-create-open': closed('POST', '/orders'),
  'orders-without-token': closed('GET', '/orders'),
  'order-read-open': closed('GET', '/orders/nope'),
  'order-update-open': closed('PUT', '/orders/nope'),
  'order-cancel-open': closed('DELETE', '/orders/nope'),
  'sessions-without-token': closed('GET', '/auth-sessions'),
  'session-delete-open': closed('DELETE', '/auth-sessions/77'),
  'sessions-delete-open': closed('DELETE', '/auth-sessions/users/77'),
};
