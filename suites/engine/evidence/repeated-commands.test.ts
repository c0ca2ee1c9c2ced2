import {expect, test} from 'vitest';
import {inLoop, periodOf} from './repeated-commands.ts';

const create = (name: string, address = 'http://localhost/issues'): string =>
  `curl -sS -X POST --data '{"external_id":"pc-${name}"}' '${address}'`;

test('requests that differ in a fresh value are one command with a number in it', () => {
  const period = periodOf([create('a'), create('b'), create('c')]);
  expect(period).toEqual([create(`a-'$n'`)]);
  expect(inLoop(period ?? [], 3)).toBe(`for n in $(seq 3); do ${create(`a-'$n'`)}; done`);
});

test('several requests in turn are repeated in turn', () => {
  const read = "curl -sS 'http://localhost/users'";
  expect(periodOf([create('a'), read, create('b'), read, create('c')])).toEqual([
    create(`a-'$n'`),
    read,
  ]);
});

test('a fresh value in an address is numbered like one in a body', () => {
  const end = (name: string): string =>
    `curl -sS -X POST 'http://localhost/users/pc-${name}/force_logout'`;
  expect(periodOf([create('a'), end('b'), create('c'), end('d')])).toEqual([
    create(`a-'$n'`),
    end(`b-'$n'`),
  ]);
  const quoted = (name: string): string => `curl -sS "http://localhost/users/pc-${name}"`;
  expect(periodOf([quoted('a'), quoted('b')])).toBeUndefined();
});

test('requests to other addresses, or with other values that nobody made up, are no repetition', () => {
  expect(periodOf([create('a'), create('a', 'http://localhost/issues/2')])).toBeUndefined();
  expect(periodOf(["curl -sS -d '1' 'http://a'", "curl -sS -d '2' 'http://a'"])).toBeUndefined();
});
