import {expect, test} from 'vitest';
import {isSameText, normalizationsBetween} from './normalized.ts';

test.each([
  ['Zoe\u0308', 'Zo\u00eb', ['Unicode NFC']],
  [' two words ', 'two words', ['trimmed blanks']],
  ['ada@Readers.Example', 'ada@readers.example', ['lower case of the domain']],
  ['Ada@Readers.Example ', 'Ada@readers.example', ['trimmed blanks', 'lower case of the domain']],
  ['as it was', 'as it was', []],
])('%j came back as %j', (given, got, normalizations) => {
  expect(normalizationsBetween(given, got)).toEqual(normalizations);
  expect(isSameText(given, got)).toBe(true);
});

test.each([
  ['Zoë', 'Zoe'],
  ['Ada@readers.example', 'ada@readers.example'],
  ['007', '7'],
  ['two  blanks', 'two blanks'],
  ['Straße', 'STRASSE'],
])('%j and %j are two texts', (given, got) => {
  expect(normalizationsBetween(given, got)).toBeUndefined();
  expect(isSameText(given, got)).toBe(false);
});
