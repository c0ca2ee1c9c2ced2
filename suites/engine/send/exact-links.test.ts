import {execFile} from 'node:child_process';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {openProfile} from '../../../spec/profile.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {HttpClient} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import {Ledger} from './ledger/ledger.ts';
import {CurlWriter} from '../evidence/curl.ts';
import {Redaction} from '../evidence/redaction.ts';
import type {AttemptContext} from './attempt-context.ts';
import {execute} from './execute.ts';
import {ToolSessions} from './tool-sessions.ts';

const specifications = loadSpecifications();

/** What a URL parser would rewrite, and a strict storage signs. */
const ODD = "/de'pot/a|b^{c}/%2e%2E/./x/../%7Ef~//g?name*=UTF-8''tides&a=|^{}[]`\"<>\\%zz&last=?";

/** A deployment whose every response hands out the odd target, and what it received. */
async function withServer<T>(
  use: (base: string, received: string[]) => Promise<T>,
  link: (base: string) => string = (base) => base + ODD,
): Promise<T> {
  const received: string[] = [];
  const serve: RequestListener = (request, response) => {
    received.push(`${request.method} ${request.url}`);
    request.resume();
    const isDownload = request.url?.endsWith('/download');
    const given = link(`http://${request.headers.host}`);
    response.writeHead(isDownload ? 302 : 200, {
      'content-type': 'application/json',
      ...(isDownload && {location: Buffer.from(given).toString('latin1')}),
    });
    const isLast = received.filter((line) => line.includes('/content')).length > 1;
    const page = {
      current_page: 1,
      data: [{id: received.length}],
      next_page_url: isLast ? null : given,
    };
    response.end(JSON.stringify({CODE: 'success', upload_url: given, data: {paginator: page}}));
  };
  const server = createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address() as AddressInfo;
  try {
    return await use(`http://LocalHost:${port}`, received);
  } finally {
    server.close();
  }
}

/** Sends steps to a base address. */
async function sent(base: string, steps: Step[]): Promise<Exchange[]> {
  const client = new HttpClient(5000);
  const exchanges: Exchange[] = [];
  const context = {
    environment: {
      base: () => base,
      credentials: (role: string) => [{name: role, secret: `secret-of-${role}`}],
      sample: () => ({bytes: new Uint8Array(3)}),
      now: () => 0,
    },
    label: 'l',
    ledger: new Ledger(),
    sessions: new ToolSessions(),
    client,
    codecs: {
      workspace: new Codec(specifications.workspace.contract, openProfile()),
      store: new Codec(specifications.store.contract, openProfile()),
    },
    onExchange: (exchange: Exchange) => exchanges.push(exchange),
  } as unknown as AttemptContext;
  await execute(steps, context).finally(() => client.close());
  return exchanges;
}

const call = (id: string, op: string, more: Partial<Call> = {}): Call => ({
  step: 'call',
  id,
  api: 'workspace',
  op,
  as: 'full',
  ...more,
});
const reserve = call('reserved', 'createUpload', {body: {}});
const upload = (id: string): Step => ({
  step: 'upload',
  id,
  url: {$from: 'reserved', at: '/upload_url'},
  headers: {},
  sample: 'good',
});
const download: Step = {step: 'download', id: 'd', url: {$from: 'r', at: 'header:location'}};
const redirect = call('r', 'downloadFile', {path: {file: "it's:1@x,y=$&"}});

test('an upload link is sent byte for byte, in a race as well', () =>
  withServer(async (base, received) => {
    const race: Step = {step: 'parallel', id: 'p', branches: [[upload('a')], [upload('b')]]};
    await sent(base, [reserve, upload('u'), race]);
    expect(received.slice(1)).toEqual(Array.from({length: 3}, () => `PUT ${ODD}`));
  }));

test('so is the Location of a redirect, and an id where a path segment can hold it', () =>
  withServer(async (base, received) => {
    await sent(base, [redirect, download]);
    expect(received).toEqual([`GET /api/v1/files/it's:1@x,y=$&/download`, `GET ${ODD}`]);
  }));

test('so is a Location without an origin', () =>
  withServer(
    async (base, received) => {
      await sent(base, [redirect, download]);
      expect(received[1]).toBe(`GET ${ODD}`);
    },
    () => ODD,
  ));

test('so is a page of the store, such as a checkout', () =>
  withServer(async (base, received) => {
    const page: Step = {...download, api: 'store', url: {$from: 'reserved', at: '/upload_url'}};
    await sent(base, [reserve, page]);
    expect(received[1]).toBe(`GET ${ODD}`);
  }));

/** Walks the issues of a store, whose first page links to a second one. */
const walked = (base: string): Promise<Exchange[]> => {
  const page = call('c', 'listIssues', {api: 'store', as: 'admin', query: {query: 'a b'}});
  return sent(base, [{step: 'walk', id: 'w', page, atMost: 3}]);
};

test('so is the link to a page, and what it lacks of the query is added', () => {
  const next = "/integration-api/v1/dashboard/issues/%2e/./content?page=2&f='|^{}~%7E&g[]=1&g[]=2";
  return withServer(
    async (base, received) => {
      await walked(base);
      expect(received[1]).toBe(`GET ${next}&query=a+b`);
    },
    (base) => base + next,
  );
});

test('a link to a page that leads elsewhere, as behind a gateway, gives its query only', () =>
  withServer(
    async (base, received) => {
      await walked(base);
      const [path] = (received[0] ?? '').split('?');
      expect(received[1]).toBe(`${path}?p='2'&query=a+b`);
    },
    () => "http://inside.example/issues?p='2'",
  ));

test('a link with other times keeps all other bytes', () =>
  withServer(async (base, received) => {
    const link = {$from: 'reserved', at: '/upload_url'};
    const times = `${base}/x?last=2`;
    await sent(base, [
      reserve,
      {...upload('u'), url: {$link: {place: link, query: link, times}}} as Step,
    ]);
    expect(received[1]).toBe(`PUT ${ODD}`);
  }));

test('characters that cannot be sent are encoded, and the exchange says so', () =>
  withServer(
    async (base, received) => {
      const exchanges = await sent(base, [reserve, upload('u')]);
      expect(received[1]).toBe("PUT /a%20b/%C3%BC'");
      expect(exchanges.map(({encodedUrl}) => encodedUrl)).toEqual([undefined, true]);
    },
    (base) => `${base}/a b/\u00fc'#part`,
  ));

test('the printed command sends the same bytes from a shell', () =>
  withServer(async (base, received) => {
    const steps = [reserve, upload('u')];
    const [, put] = await sent(base, steps);
    const writer = new CurlWriter(new Redaction(new Ledger(), true), steps);
    const command = put && writer.write({...put, sent: {...put.sent, method: 'GET'}}).command;
    expect(command).toContain('--globoff --path-as-is');
    received.length = 0;
    const line = (command ?? '').replace(/ --data-binary '@FILE'/, '');
    const env = {...process.env, UPLOAD_URL: `${base}${ODD}`};
    await promisify(execFile)('sh', ['-c', line], {env});
    expect(received).toEqual([`GET ${ODD}`]);
  }));
