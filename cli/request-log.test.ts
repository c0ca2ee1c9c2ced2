import {stripVTControlCharacters} from 'node:util';
import {afterEach, expect, test} from 'vitest';
import type {Mock} from '../mock/create-mock.ts';
import {serve, start} from './mock.ts';
import {requestLog, type LogFlags} from './request-log.ts';

let mock: Mock | undefined;
afterEach(() => mock?.close());

/** Asks a mock for something that there is and something that there is not, and returns what it logged. */
async function logged(flags: LogFlags): Promise<string[]> {
  const lines: string[] = [];
  const watch = requestLog(flags, (line) => lines.push(stripVTControlCharacters(line)));
  ({mock} = await start({port: '0', ...flags}, watch));
  for (const path of ['account', 'publications/none?token=abcdefghijklmnop'])
    await fetch(`${mock.urls.workspace}/api/v1/${path}`, {
      headers: {authorization: 'Bearer demo-key-harbour-full'},
    });
  return lines;
}

test('refused requests are listed by default', async () => {
  const lines = await logged({});
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^404 GET .*none\?token=abcdefgh\.\.\.  expected/);
});

test('-v lists every request, with time, duration and credential', async () => {
  const lines = await logged({verbose: true});
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} 200 GET \/api\/v1\/account  \d+(\.\d+)? ms, full$/,
  );
  expect(lines[1]).toMatch(/ 404 GET .* ms, full$/);
});

test('--log json writes each request as a line of JSON without secrets', async () => {
  const lines = await logged({log: 'json'});
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({n: 1, status: 200, operation: 'getAccount', credential: 'full'});
  expect(second).toMatchObject({status: 404, why: {got: 'none'}});
  expect(lines.join('')).not.toMatch(/\n|ijklmnop|"request"/);
});

test.each([
  [{log: 'xml'}, '--log xml: give `json`'],
  [{log: 'json', verbose: true}, 'leave out --verbose'],
])('%j is refused', async (flags, words) => {
  await expect(serve({port: '0', ...flags}, () => {})).rejects.toThrow(words);
});
