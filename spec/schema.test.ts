import {expect, test} from 'vitest';
import {
  childOf,
  inlineSchema,
  partsOf,
  resolve,
  schemaAt,
  walkSchema,
  type Schema,
} from './schema.ts';

const text: Schema = {type: 'string'};
const book: Schema = {
  type: 'object',
  required: ['title'],
  properties: {title: text, 'size/bytes': {type: 'integer'}},
};
const page: Schema = {
  type: 'object',
  required: ['data'],
  properties: {data: {type: 'array', items: {$ref: '#/components/schemas/Book'}}},
};
const shelved: Schema = {
  allOf: [{$ref: '#/components/schemas/Book'}, {properties: {shelf: text}}],
  properties: {room: text},
};
const document = {
  paths: {'/books': {get: {responses: {200: {description: 'A page.'}}}}},
  components: {
    schemas: {
      Book: book,
      Page: page,
      Alias: {$ref: '#/components/schemas/Book'},
      Broken: {$ref: '#/components/schemas/Nothing'},
    },
  },
};
const reference = (name: string): Schema => ({$ref: `#/components/schemas/${name}`});

test('a reference is followed to its end, also through another one', () => {
  expect(resolve(document, reference('Book'))).toBe(book);
  expect(resolve(document, reference('Alias'))).toBe(book);
});

test('a node without a reference is itself', () => {
  expect(resolve(document, text)).toBe(text);
});

test('a reference may lead to any node, with escaped tokens', () => {
  const response = resolve<{$ref?: string; description?: string}>(document, {
    $ref: '#/paths/~1books/get/responses/200',
  });
  expect(response.description).toBe('A page.');
});

test.each(['Broken', 'toString'])('a reference to nothing is an error: %s', (name) => {
  expect(() => resolve(document, reference(name))).toThrow('leads nowhere');
});

test('the parts of a schema are itself and those of its allOf', () => {
  expect(partsOf(document, shelved)).toEqual([shelved, book, {properties: {shelf: text}}]);
  expect(partsOf(document, reference('Book'))).toEqual([book]);
});

test('a child is given as the document writes it', () => {
  const {data} = page.properties!;
  expect(childOf(document, reference('Page'), 'data')).toBe(data);
  expect(childOf(document, data!, '*')).toEqual(reference('Book'));
  expect(childOf(document, data!, '12')).toEqual(reference('Book'));
});

test.each<[pointer: string, schema: Schema | undefined]>([
  ['', page],
  ['/data', page.properties!.data],
  ['/data/*', book],
  ['/data/0', book],
  ['/data/*/title', text],
  ['/data/*/size~1bytes', {type: 'integer'}],
  ['/data/first', undefined],
  ['/data/*/title/inner', undefined],
  ['/constructor', undefined],
])('the schema at `%s` of a page', (pointer, schema) => {
  expect(schemaAt(document, reference('Page'), pointer)).toEqual(schema);
});

test('a member of any part is found', () => {
  for (const pointer of ['/title', '/shelf', '/room'])
    expect(schemaAt(document, shelved, pointer)).toBe(text);
});

test('a walk yields every schema with its pointer, and whether it is required', () => {
  const nodes = [...walkSchema(document, reference('Page'))];
  expect(nodes.map(({pointer, required}) => [pointer, required])).toEqual([
    ['', false],
    ['/data', true],
    ['/data/*', false],
    ['/data/*/title', true],
    ['/data/*/size~1bytes', false],
  ]);
  expect(nodes[2]!.schema).toBe(book);
});

test('a walk finds what `schemaAt` finds', () => {
  for (const {pointer, schema} of walkSchema(document, reference('Page')))
    expect(schemaAt(document, reference('Page'), pointer)).toBe(schema);
});

test('a walk enters the parts of a schema', () => {
  const pointers = [...walkSchema(document, shelved)].map(({pointer}) => pointer);
  expect(pointers).toEqual(['', '', '/title', '/size~1bytes', '', '/shelf', '/room']);
});

test('an inlined schema has no reference, and the original keeps its own', () => {
  const copy = inlineSchema(document, page);
  expect(copy.properties?.data?.items).toEqual(book);
  expect(page.properties?.data?.items).toEqual(reference('Book'));
  expect(inlineSchema(document, shelved).allOf?.[0]).toEqual(book);
});
