import {expect, test} from 'vitest';
import type {Schema} from '../../../spec/schema.ts';
import {Script} from '../../language/script.ts';
import {requestEdits} from './request-edits.ts';

/** Name, refused and accepted value of every edit that breaks a keyword of a member. */
const editsOf = (schema: Schema, keyword: string, pointer = '/name') =>
  requestEdits(schema, {
    kind: 'request',
    rule: 'r',
    place: 'p',
    op: 'o',
    in: 'body',
    pointer,
    keyword,
  }).map(({name, refused, accepted}) => {
    const script = new Script('store');
    return [name, refused(script), accepted?.(script)];
  });

test.each<[schema: Schema, keyword: string, edits: unknown[][]]>([
  [
    {},
    'required',
    [
      ['missing', undefined, undefined],
      ['null', null, undefined],
    ],
  ],
  [{maximum: 9}, 'maximum', [['10', 10, 9]]],
  [{minimum: 1}, 'minimum', [['0', 0, 1]]],
  [{minLength: 1}, 'minLength', [['empty', '', undefined]]],
  [{type: 'array'}, 'type', [['no array', 'none', undefined]]],
  [{type: ['string', 'null']}, 'type', [['no string', {a: 1}, undefined]]],
  [{pattern: '^a$'}, 'pattern', [['no match: not-one', 'not-one', undefined]]],
  [{not: {}}, 'not', []],
])('%j: edits that break %s', (schema, keyword, edits) => {
  expect(editsOf(schema, keyword)).toEqual(edits);
});

test.each<[schema: Schema, keyword: string, pointer: string, kind: string, lengths: number[]]>([
  [{maxLength: 8}, 'maxLength', '/name', 'external-id', [9, 8]],
  [{minLength: 8}, 'minLength', '/new_password', 'password', [7, 8]],
  [{maxLength: 60, format: 'email'}, 'maxLength', '/email', 'email', [61, 60]],
])('%j: a text beyond %s of %s, beside one of its length', (schema, keyword, pointer, ...texts) => {
  const [kind, [refused, accepted]] = texts as [string, number[]];
  expect(editsOf(schema, keyword, pointer)).toMatchObject([
    [`${refused} characters`, {$fresh: kind, length: refused}, {$fresh: kind, length: accepted}],
  ]);
});

test('an address that is none is another one in every try, lest the second be refused as taken', () => {
  expect(editsOf({format: 'email'}, 'format')).toMatchObject([
    ['no email: not-one', {$text: ['not-one', {$fresh: 'text'}]}, undefined],
    ['no email: a b@@', {$text: ['a b@@', {$fresh: 'text'}]}, undefined],
  ]);
});

test('every wrong form and every word that is no boolean is an edit of its own', () => {
  expect(editsOf({format: 'date'}, 'format')).toHaveLength(3);
  expect(editsOf({enum: ['true', 'false']}, 'enum')).toHaveLength(3);
  expect(editsOf({enum: ['a', 'b']}, 'enum')).toHaveLength(1);
  expect(editsOf({type: 'boolean'}, 'type')).toHaveLength(3);
});
