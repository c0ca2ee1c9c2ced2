import {expect, test} from 'vitest';
import type {Step} from '../../../spec/step.ts';
import type {Reply, Request} from '../../target/client.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import {execute} from '../send/execute.ts';
import {Ledger} from '../send/ledger/ledger.ts';

const STORAGE = 'http://storage.invalid';
const DEPLOYMENT = 'http://deployment.invalid';

const stored: Reply = {status: 200, headers: {}, text: '{}'};

/** Notes over which connection a request was sent. */
function sender(via: string, sent: string[]): (request: Request) => Promise<Reply> {
  return async ({method, url}) => {
    sent.push(`${method} ${url} over ${via}`);
    return stored;
  };
}

function contextFor(sent: string[]): AttemptContext {
  const openConnection = async (origin: string, givenBy?: string) => ({
    send: sender(`a connection of its own to ${origin}, given by ${givenBy}`, sent),
    close: async () => undefined,
  });
  return {
    environment: {
      base: () => DEPLOYMENT,
      sample: () => ({bytes: new Uint8Array(3)}),
      now: () => 0,
    },
    label: 'l',
    ledger: new Ledger(),
    client: {send: sender('the pool', sent), openConnection},
  } as unknown as AttemptContext;
}

const upload = (id: string): Step => ({
  step: 'upload',
  id,
  url: `${STORAGE}/${id}`,
  headers: {},
  sample: 'good',
});
const download = (id: string): Step => ({step: 'download', id, url: `${STORAGE}/${id}`});

test('uploads and downloads of a race are sent over the open connection of their branch', async () => {
  const sent: string[] = [];
  const race: Step = {step: 'parallel', id: 'race', branches: [[upload('a')], [download('b')]]};
  await execute([race], contextFor(sent));
  expect(sent.sort()).toEqual([
    `GET ${STORAGE}/b over a connection of its own to ${STORAGE}, given by ${DEPLOYMENT}`,
    `PUT ${STORAGE}/a over a connection of its own to ${STORAGE}, given by ${DEPLOYMENT}`,
  ]);
});

test('an upload outside of a race is sent over a kept connection', async () => {
  const sent: string[] = [];
  await execute([upload('a')], contextFor(sent));
  expect(sent).toEqual([`PUT ${STORAGE}/a over the pool`]);
});
