import {expect, test} from 'vitest';
import type {Api} from '../../../spec/rule.ts';
import {addressHint, formOfError} from './wrong-address.ts';

const prefixes = {workspace: '/api/v1', store: '/integration-api/v1'};

test.each<[api: Api, base: string, formOf: Api | undefined, hint: string]>([
  [
    'workspace',
    'http://a',
    'workspace',
    'perhaps `workspace.base_url` is wrong: it must be the part of the URL before /api/v1',
  ],
  [
    'workspace',
    'http://a/api/v2',
    'workspace',
    '`workspace.base_url` ends in /api/v2; presscheck appends /api/v1',
  ],
  [
    'workspace',
    'http://a',
    'store',
    '`workspace.base_url` seems to be the address of the store API',
  ],
  [
    'workspace',
    'http://a/integration-api/v1',
    undefined,
    '`workspace.base_url` seems to be the address of the store API',
  ],
  [
    'store',
    'http://a/api/v1',
    undefined,
    '`store.base_url` seems to be the address of the workspace API',
  ],
  [
    'store',
    'http://a/shop',
    undefined,
    '`store.base_url` ends in /shop; presscheck appends /integration-api/v1',
  ],
])('%s at %s, errors of %s: %s', (api, base, formOf, hint) => {
  expect(addressHint({api, base, prefixes, formOf})).toBe(hint);
});

test('the form of an error tells its API', () => {
  expect(formOfError('{"CODE":"error","message":"x","errors":{}}')).toBe('store');
  expect(formOfError('{"error":"x","reason":"y"}')).toBe('workspace');
  expect(formOfError('{"error":"x"}')).toBeUndefined();
  expect(formOfError('Not Found')).toBeUndefined();
});
