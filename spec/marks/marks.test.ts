import {expect, test} from 'vitest';
import type {OpenApiDocument} from '../openapi.ts';
import {readContract} from '../read-contract.ts';
import {keywordRules, ruleFor} from './keyword-rules.ts';

const failure = {
  type: 'object',
  required: ['error'],
  properties: {error: {type: 'string', 'x-rule': 'api.errors.has-error'}},
};

/** Two operations that share a refusal; one of them has a situation that is only tolerated. */
const document: OpenApiDocument = {
  info: {'x-api': 'store'},
  servers: [{url: '/v1'}],
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['title'],
        properties: {
          title: {type: 'string', maxLength: 9, 'x-rule': {'*': 'api.a', maxLength: 'api.b'}},
          pages: {type: 'array', items: {type: 'integer', 'x-rule': 'api.pages'}},
        },
      },
      Failure: failure,
    },
    responses: {
      Missing: {
        content: {'application/json': {schema: {$ref: '#/components/schemas/Failure'}}},
        'x-situations': {'book-not-found': {}},
      },
    },
  },
  'x-conditions': {
    'no-key': {situation: 'book-not-found', 'x-rule': 'api.no-key'},
    foreign: {situation: 'not-found', 'x-rule': 'api.foreign', each: true},
  },
  'x-headers': {failure: {'content-type': {pattern: 'json', 'x-rule': 'api.json'}}},
  paths: {
    '/books/{book}': {
      get: {
        operationId: 'getBook',
        tags: ['books'],
        parameters: [
          {name: 'book', in: 'path', required: true, schema: {}, 'x-names': 'book'},
          {name: 'q', in: 'query', schema: {minLength: 2, 'x-rule': 'api.query'}},
        ],
        responses: {
          200: {
            headers: {ETag: {schema: {type: 'string', 'x-rule': 'api.etag'}}},
            content: {'application/json': {schema: {$ref: '#/components/schemas/Book'}}},
            'x-situations': {book: {'x-rule': 'api.read'}, draft: {'x-open': 'NS-1'}},
          },
          404: {$ref: '#/components/responses/Missing'},
        },
      },
    },
    '/books': {
      post: {
        operationId: 'addBook',
        tags: ['books'],
        requestBody: {
          content: {'application/json': {schema: {$ref: '#/components/schemas/Book'}}},
        },
        responses: {
          201: {'x-situations': {added: {'x-rule': {added: 'api.add', twice: 'api.again'}}}},
          404: {$ref: '#/components/responses/Missing'},
        },
      },
    },
  },
};

const {marks} = readContract(document);
/** Places of a kind of mark, each with its keyword and rule. */
const placesOf = (kind: string): string[] =>
  marks
    .filter((mark) => mark.kind === kind)
    .map((mark) => [mark.place, 'keyword' in mark ? mark.keyword : '', mark.rule].join(' | '));

test('outcomes: conditions of every operation, then situations with their conditions', () => {
  expect(placesOf('outcome')).toEqual([
    '* no-key |  | api.no-key',
    'getBook foreign |  | api.foreign',
    'getBook book |  | api.read',
    'addBook added |  | api.add',
    'addBook twice |  | api.again',
  ]);
});

test('bodies: members by keyword; a shared refusal is one place, a tolerated situation none', () => {
  expect(placesOf('body')).toEqual([
    'getBook book /title | required | api.a',
    'getBook book /title | type | api.a',
    'getBook book /title | maxLength | api.b',
    'getBook book /pages/* | type | api.pages',
    '* book-not-found /error | required | api.errors.has-error',
    '* book-not-found /error | type | api.errors.has-error',
  ]);
});

test('headers: those of a group of responses, then those of each situation', () => {
  expect(placesOf('header')).toEqual([
    '* failure content-type | required | api.json',
    '* failure content-type | pattern | api.json',
    'getBook book etag | required | api.etag',
    'getBook book etag | type | api.etag',
    'getBook draft etag | required | api.etag',
    'getBook draft etag | type | api.etag',
  ]);
});

test('requests: parameters of the query and members of the body', () => {
  expect(placesOf('request')).toEqual([
    'getBook query q | minLength | api.query',
    'addBook request /title | required | api.a',
    'addBook request /title | type | api.a',
    'addBook request /title | maxLength | api.b',
    'addBook request /pages/* | type | api.pages',
  ]);
});

test('a rule is found for its keyword, or for all that have none of their own', () => {
  expect(ruleFor('r', 'type')).toBe('r');
  expect(ruleFor({'*': 'r', type: 't'}, 'type')).toBe('t');
  expect(ruleFor({'*': 'r', type: 't'}, 'enum')).toBe('r');
  expect(ruleFor({type: 't'}, 'enum')).toBeUndefined();
  expect(keywordRules({type: 'string', description: 'x', 'x-rule': 'r'}, true)).toEqual([
    {keyword: 'required', rule: 'r'},
    {keyword: 'type', rule: 'r'},
  ]);
});
