import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Link, Rendered} from '../operation.ts';
import {write} from './json-body.ts';

const url = ({path = 'link'}: {path?: string}): string => `http://localhost/${path}"\\\u0001`;

it('writes what JSON.stringify writes, whatever the texts', () => {
  const text = fc.string({unit: 'binary'});
  const halves = fc
    .array(fc.integer({min: 0xd7f0, max: 0xe00f}))
    .map((codes) => String.fromCharCode(...codes));
  const strings = fc.oneof(
    text,
    halves,
    fc.constantFrom('', '"', '\\', '\u0000', '\u001f', '\u2028', '\u007f'),
  );
  const values = fc.anything({
    key: strings,
    values: [
      strings,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
    ],
    withNullPrototype: false,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(write(value, url as never)).toBe(JSON.stringify(value) ?? 'null');
    }),
  );
});

it('escapes links, and inserts rendered rows as they are', () => {
  const body = {row: new Rendered({a: 'é"'}), link: new Link('GET', 'x', 0), none: undefined};
  const text = write(body, url as never);
  expect(JSON.parse(text)).toEqual({row: {a: 'é"'}, link: 'http://localhost/link"\\\u0001'});
});
