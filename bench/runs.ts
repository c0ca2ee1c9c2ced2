import {ratio, type Figure} from './figure.ts';
import {requestText} from './load.ts';
import {answersOf, KEY, prepared, startMock} from './peers.ts';
import {loaded} from './program.ts';

const CONNECTIONS = 10;
/** It is not metered: no ceiling ends the measurement. */
const BODY = JSON.stringify({tool: 'file-validation'});

/** The start of a run and its poll, beside the read of one publication, at 10 connections. */
export async function runs(rounds: number, ms: number): Promise<Figure[]> {
  const mock = await startMock();
  const keys = await prepared(mock, 100);
  const {publication} = await answersOf(mock);
  const start = `/api/v1/publications/${publication}/runs`;
  const answer = await fetch(`http://127.0.0.1:${mock.port}${start}`, {
    method: 'POST',
    body: BODY,
    headers: {authorization: `Bearer ${KEY}`, 'content-type': 'application/json'},
  });
  const {id} = (await answer.json()) as {id: string};
  const requests = {
    read: keys.map((key) =>
      requestText('GET', `/api/v1/publications/${publication}`, {authorization: `Bearer ${key}`}),
    ),
    poll: keys.map((key) =>
      requestText('GET', `/api/v1/runs/${id}`, {authorization: `Bearer ${key}`}),
    ),
    start: keys.map((key) =>
      requestText(
        'POST',
        start,
        {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
        BODY,
      ),
    ),
  };
  const medians: Record<keyof typeof requests, number[]> = {read: [], poll: [], start: []};
  for (let round = -1; round < rounds; round++)
    for (const name of ['read', 'poll', 'start'] as const) {
      const {median, others} = await loaded({
        port: mock.port,
        requests: requests[name],
        connections: CONNECTIONS,
        ms,
      });
      if (Object.keys(others).length)
        throw new Error(`${name}: answered ${JSON.stringify(others)}`);
      // The first round warms up.
      if (round >= 0) medians[name].push(median);
    }
  await mock.stop();
  return [
    ratio(
      'poll of a run: median, beside one publication',
      medians.poll,
      medians.read,
      'at most',
      1,
      'ms',
    ),
    ratio(
      'start of a run: median, beside one publication',
      medians.start,
      medians.read,
      'at most',
      1,
      'ms',
    ),
  ];
}
