import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import {response} from '../../testing/response.ts';
import {acceptedThoughInvalid} from './accepted-values.ts';

const {operations} = loadSpecification('store').contract;
const valid = {email: 'a@readers.example', external_id: 'a', new_password: 'long enough'};

const brokenBy = (body: unknown, situations = ['created']): [rule: string, place: string][] =>
  acceptedThoughInvalid(
    operations['createUser'],
    response(201, situations, {op: 'createUser', requestBody: body}),
  ).map(({rule, place}) => [rule, place]);

test('a value that the document says is refused breaks its rule where it is accepted', () => {
  expect(brokenBy({...valid, sessions_limit: 2.5})).toEqual([
    ['store.users.sessions-limit-is-1-to-999999', 'createUser request /sessions_limit'],
  ]);
  const {email: _email, ...without} = valid;
  expect(brokenBy(without)).toEqual([
    ['store.users.email-is-required', 'createUser request /email'],
  ]);
});

test('what may be taken, and what is refused, breaks none', () => {
  expect(brokenBy({...valid, sessions_limit: '5', admin: 1, external_id: 7})).toEqual([]);
  expect(brokenBy({...valid, sessions_limit: 0}, ['invalid'])).toEqual([]);
  expect(brokenBy(undefined)).toEqual([]);
});
