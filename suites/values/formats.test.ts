import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {giveFormats} from './formats.ts';

const ajv = new Ajv2020({strict: false});
giveFormats(ajv);
const isUrl = ajv.compile({type: 'string', format: 'uri'});
const isDay = ajv.compile({type: 'string', format: 'date'});

test.each([
  'https://ribera.example/reader/el-río-inmóvil',
  'https://ribera.example/lector/樓台?título=mar#página',
  'https://bücher.example/',
  'https://ribera.example/a|b/[c]/{d}',
  'https://ribera.example/el%20r%C3%ADo',
  'urn:isbn:9780000000000',
])('%s is a URL', (text) => {
  expect(isUrl(text)).toBe(true);
});

test.each(['', 'reader', '/reader/el-río', '//ribera.example/x', 'el río', 'http://a b/'])(
  '"%s" is no URL',
  (text) => {
    expect(isUrl(text)).toBe(false);
  },
);

test('other forms are as they were', () => {
  expect([isDay('2024-02-29'), isDay('2023-02-29')]).toEqual([true, false]);
});
