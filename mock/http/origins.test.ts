import type {IncomingHttpHeaders, IncomingMessage} from 'node:http';
import {expect, test} from 'vitest';
import {Origins, type Addressing} from './origins.ts';

/** A request that came to the port of the workspace API. */
const request = (headers: IncomingHttpHeaders): IncomingMessage =>
  ({headers, socket: {localPort: 4010}}) as IncomingMessage;

function originsOf(addressing: Addressing): Origins {
  const origins = new Origins(addressing);
  Object.assign(origins.ports, {workspace: 4010, store: 4011, objects: 4012, control: 4019});
  return origins;
}

type Row = [
  what: string,
  addressing: Addressing,
  headers: IncomingHttpHeaders,
  own: string,
  storage: string,
];

const PROXIED = {
  host: '127.0.0.1:4010',
  'x-forwarded-host': 'press.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '8443',
  'x-forwarded-prefix': '/mock/',
};
const CHAIN = {
  host: '10.0.0.1',
  'x-forwarded-host': 'press.example:444, inner',
  'x-forwarded-proto': 'https, http',
};
const FORWARDED = {
  host: '10.0.0.1',
  forwarded: 'for=192.0.2.1; proto=https;host="[2001:db8::1]:8443", for=10.0.0.2;host=inner',
  'x-forwarded-host': 'not.this.example',
};

test.each<Row>([
  [
    'another port of the host',
    {},
    {host: 'localhost:8080'},
    'http://localhost:8080',
    'http://localhost:4012',
  ],
  ['the port of http', {}, {host: 'mock.test'}, 'http://mock.test', 'http://mock.test:4012'],
  ['no host', {}, {}, 'http://localhost:4010', 'http://localhost:4012'],
  ['a host that is none', {}, {host: 'a b'}, 'http://localhost:4010', 'http://localhost:4012'],
  [
    'headers of a proxy that is not trusted',
    {},
    PROXIED,
    'http://127.0.0.1:4010',
    'http://127.0.0.1:4012',
  ],
  [
    'a proxy that is trusted',
    {trustProxy: true},
    PROXIED,
    'https://press.example:8443/mock',
    'http://press.example:4012',
  ],
  [
    'one port',
    {onePort: true},
    {host: '[::1]:8080'},
    'http://[::1]:8080',
    'http://[::1]:8080/_storage',
  ],
  [
    'one port behind a proxy',
    {onePort: true, trustProxy: true},
    PROXIED,
    'https://press.example:8443/mock',
    'https://press.example:8443/mock/_storage',
  ],
  [
    'the first of several proxies',
    {onePort: true, trustProxy: true},
    CHAIN,
    'https://press.example:444',
    'https://press.example:444/_storage',
  ],
  [
    'the standard header',
    {onePort: true, trustProxy: true},
    FORWARDED,
    'https://[2001:db8::1]:8443',
    'https://[2001:db8::1]:8443/_storage',
  ],
  [
    'the default port of https',
    {onePort: true, trustProxy: true},
    {host: 'press.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443'},
    'https://press.example',
    'https://press.example/_storage',
  ],
  [
    'headers that are part of no URL',
    {onePort: true, trustProxy: true},
    {
      host: 'press.example',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example/x',
      'x-forwarded-port': '80/x',
      'x-forwarded-prefix': '//evil.example',
    },
    'http://press.example',
    'http://press.example/_storage',
  ],
  [
    'a public URL of one port',
    {onePort: true, publicUrl: 'https://press.example:8443/mock/'},
    {host: 'localhost'},
    'https://press.example:8443/mock',
    'https://press.example:8443/mock/_storage',
  ],
  [
    'a public host of several ports',
    {publicUrl: 'https://press.example'},
    {host: 'localhost'},
    'https://press.example:4010',
    'https://press.example:4012',
  ],
  [
    'a public URL of storage alone',
    {publicUrl: {objects: 'https://files.example:8443/bucket'}},
    {host: 'localhost:8080'},
    'http://localhost:8080',
    'https://files.example:8443/bucket',
  ],
])('%s', (_what, addressing, headers, own, storage) => {
  const origins = originsOf(addressing);
  expect(origins.url('workspace', 'demo', request(headers))).toBe(own);
  expect(origins.url('objects', 'w1', request(headers))).toBe(`${storage}/w/w1`);
});

test.each([
  [undefined, 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '[::1]'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['mock.test', 'mock.test'],
])('listening on %s, it can be called at %s', (host, called) => {
  const publicUrl = 'https://press.example';
  expect(originsOf({host, publicUrl}).listening('store')).toBe(`http://${called}:4011`);
  expect(originsOf({host, onePort: true}).listening('control')).toBe(
    `http://${called}:4010/_presscheck`,
  );
});
