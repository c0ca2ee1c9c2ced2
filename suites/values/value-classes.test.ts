import {describe, expect, test} from 'vitest';
import {Ajv} from 'ajv';
import formats from 'ajv-formats';
import {VALUE_CLASSES, type Plain, type ValueKind} from './value-classes.ts';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const plain: Plain = {
  name: 'pc-a1b2c3-0x1y2z3-9f86d081884c',
  fill: (length) => repeated(HASH, length),
  digits: (length) => repeated(BigInt(`0x${HASH}`).toString(), length),
};

const made = (kind: ValueKind): [valueClass: string, value: string][] =>
  Object.entries(VALUE_CLASSES[kind]).map(([name, make]) => [name, make(plain)]);

const isEmail = formats.default(new Ajv()).compile({type: 'string', format: 'email'});

describe('every class makes values that are surely valid', () => {
  test.each(made('email'))('an email: %s', (_, value) => {
    expect(isEmail(value)).toBe(true);
    expect(value.split('@')[0]?.length).toBeLessThanOrEqual(64);
    expect(value).toBe(value.toLowerCase());
  });

  test.each(made('external-id'))('an external_id: %s', (_, value) => {
    expect(value.length).toBeLessThanOrEqual(64);
    expect(value).toBe(value.trim());
    expect(value).not.toContain('/');
  });

  test.each(made('password'))('a password: %s', (_, value) => {
    expect(value.length).toBeGreaterThanOrEqual(8);
    expect(value.length).toBeLessThanOrEqual(255);
  });

  test.each(Object.entries(VALUE_CLASSES['sized-password']))(
    'a password of a length: %s',
    (_, make) => {
      for (const length of [7, 8, 255]) {
        expect(make({...plain, length})).toHaveLength(length);
        expect(new TextEncoder().encode(make({...plain, length})).length).toBeGreaterThan(length);
      }
    },
  );

  test.each(made('idempotency-key'))('an Idempotency-Key: %s', (_, value) => {
    expect(value).toMatch(/^[!-~]{1,255}$/);
  });

  test.each(made('file-name'))('a file name: %s', (_, value) => {
    expect(`${value}book.epub`).toMatch(/^[^/\\\p{Cc}]+\.epub$/u);
    expect(new TextEncoder().encode(value).length).toBeLessThan(200);
  });
});

test('the classes of a kind make different values', () => {
  for (const kind of Object.keys(VALUE_CLASSES) as ValueKind[]) {
    const values = made(kind).map(([, value]) => value);
    expect(new Set(values).size).toBe(values.length);
  }
});
