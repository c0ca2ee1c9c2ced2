import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {NormalizedValues} from './normalized-values.ts';

const exchange = (requestBody: unknown, body: unknown, status = 200): Exchange =>
  ({requestBody, body, status}) as unknown as Exchange;

test('a text that comes back in another form is noted by its member', () => {
  const values = new NormalizedValues();
  values.note(exchange({name: 'Zoe\u0308', email: 'a@Example.ORG'}, {id: 1}));
  values.note(exchange({reference: ' x '}, {}));
  expect(values.seen).toEqual([]);
  const rows = [{name: 'Zoë', email: 'a@example.org', reference: 'x'}, {name: 'Zoë'}];
  values.note(exchange(undefined, {data: rows}));
  expect(values.seen).toEqual([
    {of: 'name', by: ['Unicode NFC']},
    {of: 'email', by: ['lower case of the domain']},
    {of: 'reference', by: ['trimmed blanks']},
  ]);
});

test('what comes back unchanged, or as another text, is none', () => {
  const values = new NormalizedValues();
  values.note(exchange({name: ' Zoe\u0308', email: 'a@b.org'}, {name: ' Zoe\u0308'}));
  values.note(exchange(undefined, {name: 'Zoe', email: 'A@b.org', other: 'Zoë'}));
  expect(values.seen).toEqual([]);
});

test('what was refused, or sent in that form as well, tells nothing', () => {
  const values = new NormalizedValues();
  values.note(exchange({type: ' sale '}, {errors: {}}, 422));
  values.note(exchange({details: ' pad '}, {}));
  values.note(exchange({details: 'pad'}, {}));
  values.note(exchange(undefined, {type: 'sale', details: 'pad'}));
  expect(values.seen).toEqual([]);
});

test('an empty text is that of another resource, not a text of blanks that was trimmed', () => {
  const values = new NormalizedValues();
  values.note(exchange({description: '   '}, {description: '   '}));
  values.note(exchange({name: 'b'}, {name: 'b', description: ''}));
  expect(values.seen).toEqual([]);
});
