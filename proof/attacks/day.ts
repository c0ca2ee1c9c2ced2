import {createMock, type Mock} from '../../mock/create-mock.ts';
import {defined} from '../../spec/defined.ts';
import {VirtualTime} from '../../suites/engine/facts/virtual-time.ts';
import type {Attack} from './attack.ts';

/** Milliseconds of the virtual clock between two requests in a day of 86,400 requests. */
const SECOND = 1000;

/** Megabytes by which the heap may grow while the number of rows is constant. */
const MAX_GROWTH = 40;

/**
 * Sends a day of requests on the virtual clock: reads, refusals, sessions and runs of expired windows. No rows are
 * added, so memory must not grow.
 */
export const day: Attack = {
  name: 'day',
  unit: 'requests',
  full: 86_400,
  short: 200,
  async run({times}, count) {
    const time = new VirtualTime();
    const mock = await createMock({machine: time.machine, limits: true});
    try {
      const first = Math.ceil(times / 10);
      const statuses = await send(mock, time, first, count);
      const before = heap();
      for (const [status, more] of await send(mock, time, times - first, count))
        statuses.set(status, (statuses.get(status) ?? 0) + more);
      const growth = Math.round(heap() - before);
      const broken = [...statuses].filter(([status]) => status >= 500);
      const shown = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      return {
        tried: times,
        figure: `${growth} MB more after the first tenth; ${shown}`,
        findings: [
          ...broken.map(([status, count]) => `${count} responses with status ${status}`),
          ...(growth > MAX_GROWTH ? [`the heap grew by ${growth} MB`] : []),
        ],
      };
    } finally {
      await mock.close();
    }
  },
};

/** Sends requests of all kinds, one second of the virtual clock apart. @returns responses by status */
async function send(
  mock: Mock,
  time: VirtualTime,
  times: number,
  count: (more: number) => void,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let number = 0; number < times; number += 1) {
    const [url, init] = requestOf(mock, number);
    const response = await fetch(url, init);
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    await time.sleep(SECOND);
    count(1);
  }
  return statuses;
}

function requestOf({urls}: Mock, number: number): [url: string, init: RequestInit] {
  const store = `${urls.store}/integration-api/v1`;
  const key = {headers: {authorization: 'Bearer demo-key-harbour-full'}};
  const token = {headers: {'x-user-token': 'demo-token-riverside-admin'}};
  const control = defined(urls.control, 'the control plane');
  const all: [string, RequestInit][] = [
    [`${urls.workspace}/api/v1/account`, key],
    [`${urls.workspace}/api/v1/publications`, key],
    [`${urls.workspace}/api/v1/publications/nobody-${number}`, key],
    [`${urls.workspace}/api/v1/account`, {headers: {authorization: `Bearer nobody-${number}`}}],
    [`${store}/dashboard/users?query=nobody-${number}`, token],
    [`${store}/auth-sessions`, token],
    [`${store}/consumption/sessions`, token],
    [`${store}/dashboard/issues/${number}`, token],
    [`${urls.store}/checkout/nobody-${number}`, {}],
    [`${urls.store}/site/riverside/sign-in`, {}],
    [`${urls.objects}/nobody/${number}`, {}],
    [`${control}/worlds/demo/journal?limit=1`, {}],
  ];
  return defined(all[number % all.length], 'a request');
}

/** Megabytes of the heap, after a garbage collection where possible. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
