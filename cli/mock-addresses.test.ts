import {describe, expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import {controlTokenOf, publicUrlOf} from './mock-addresses.ts';

describe('public addresses', () => {
  test.each([
    [[], false, undefined],
    [['https://mock.example.org/'], false, 'https://mock.example.org/'],
    [['http://h:8080/mock'], true, 'http://h:8080/mock'],
    [
      ['workspace=https://api.example:8443/x', 'storage=http://[::1]:9000'],
      false,
      {workspace: 'https://api.example:8443/x', objects: 'http://[::1]:9000'},
    ],
    [['store=http://a', 'control=http://b:1'], false, {store: 'http://a', control: 'http://b:1'}],
  ])('%j (one port: %j)', (publicUrl, onePort, expected) => {
    expect(publicUrlOf({publicUrl, onePort})).toEqual(expected);
  });

  test.each([
    [['mock.example.org'], false, 'give the address under which clients reach the mock'],
    [['ftp://x'], false, 'give the address'],
    [['http://x?y'], false, 'give the address'],
    [['http://a@b'], false, 'give the address'],
    [['files=http://a'], false, 'or workspace=URL, store=URL, storage=URL and control=URL'],
    [['=http://a'], false, 'or workspace=URL'],
    [['store='], false, 'or workspace=URL'],
    [
      ['http://h:8080'],
      false,
      'write --one-port --public-url http://h:8080 to have everything there',
    ],
    [['https://h/mock'], false, 'write --one-port --public-url https://h/mock to have everything'],
    [['store=http://a'], true, 'with --one-port everything is at one address'],
    [['http://a', 'store=http://b'], false, 'give one address of everything, or workspace=URL'],
    [['http://a', 'http://b'], true, 'each once'],
    [['store=http://a', 'store=http://b'], false, 'each once'],
  ])('%j (one port: %j) is refused with what to write', (publicUrl, onePort, message) => {
    const call = () => publicUrlOf({publicUrl, onePort});
    expect(call).toThrow(UsageError);
    expect(call).toThrow(message);
    expect(call).toThrow(`--public-url ${publicUrl[0]}`);
  });
});

test('control tokens', () => {
  expect(controlTokenOf({}, {})).toBeUndefined();
  expect(controlTokenOf({}, {PRESSCHECK_CONTROL_TOKEN: ''})).toBeUndefined();
  const variable = {PRESSCHECK_CONTROL_TOKEN: 'of-the-environment'};
  expect(controlTokenOf({}, variable)).toBe('of-the-environment');
  expect(controlTokenOf({controlToken: 'of-the-command'}, variable)).toBe('of-the-command');
  for (const wrong of ['', 'short', 'with a space', 'a'.repeat(201)]) {
    const refused = () => controlTokenOf({controlToken: wrong}, {});
    expect(refused).toThrow('--control-token: a control token is 8 to 200 letters');
    expect(refused).toThrow(UsageError);
  }
  expect(() => controlTokenOf({}, {PRESSCHECK_CONTROL_TOKEN: 'sec ret sec'})).toThrow(
    /^PRESSCHECK_CONTROL_TOKEN: a control token is [^]*[+][/]$/,
  );
});
