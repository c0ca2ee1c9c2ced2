import {request} from 'undici';
import {ratio, type Figure} from './figure.ts';
import {answersOf, prepared, requestsOf, startMock} from './peers.ts';
import {costsOf} from './program.ts';

/** Requests in a second. */
const PACE = 2000;
const CONNECTIONS = 10;

/** Compares the processor time of a mock whose event stream is read with that of the same mock without a reader. */
export async function eventStream(rounds: number, ms: number): Promise<Figure[]> {
  const mock = await startMock();
  const keys = await prepared(mock, 100);
  const {publication} = await answersOf(mock);
  const requests = requestsOf('one publication', keys, publication);
  const load = {requests, connections: CONNECTIONS, ms, pace: PACE};
  const cost = async (): Promise<number> => 1e6 / (await costsOf(mock, load)).perProcessorSecond;
  const alone: number[] = [];
  const watched: number[] = [];
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++) {
    const without = await cost();
    const end = await reader(mock.controlUrl);
    const read = await cost();
    await end();
    if (round < 0) continue;
    alone.push(without);
    watched.push(read);
  }
  await mock.stop();
  const what = `event stream, ${PACE} requests/s: processor time beside none`;
  return [ratio(what, watched, alone, 'at most', 1.05, 'µs a request')];
}

/** Reads the event stream. @returns ends it. @throws Error when nothing came */
async function reader(controlUrl: string): Promise<() => Promise<void>> {
  const end = new AbortController();
  const {body} = await request(`${controlUrl}/events`, {signal: end.signal});
  let bytes = 0;
  const read = (async () => {
    for await (const chunk of body) bytes += (chunk as Buffer).length;
  })().catch(() => undefined);
  return async () => {
    end.abort();
    await read;
    if (bytes < 1000) throw new Error('the event stream sent nothing');
  };
}
