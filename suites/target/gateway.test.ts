import {describe, expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {isFromGateway, isLimitOfGateway, isOddLimit, isRefusedInFront} from './gateway.ts';

const store = loadSpecification('store').contract.document;
const workspace = loadSpecification('workspace').contract.document;
const PAGE = {status: 429, wire: undefined, problem: {kind: 'not-json' as const, text: 'a page'}};
const SECURITY = {'x-content-type-options': 'nosniff'};

test('a page without the headers of the limit comes from a gateway', () => {
  expect(isLimitOfGateway({...PAGE, headers: {'retry-after': '30'}}, store)).toBe(true);
  expect(isLimitOfGateway({...PAGE, headers: SECURITY}, store)).toBe(true);
  expect(isLimitOfGateway({...PAGE, headers: {'x-ratelimit-limit': '60'}}, store)).toBe(false);
  expect(isLimitOfGateway({...PAGE, status: 422, headers: {}}, store)).toBe(false);
});

test('a body of another form does so only without any header of the document', () => {
  const response = {status: 429, wire: {message: 'slow down'}, problem: undefined};
  expect(isLimitOfGateway({...response, headers: {}}, store)).toBe(true);
  expect(isLimitOfGateway({...response, headers: SECURITY}, store)).toBe(false);
  expect(
    isLimitOfGateway({...response, wire: {CODE: 'error', errors: {}}, headers: {}}, store),
  ).toBe(false);
});

test('where the document gives limits no headers nobody can tell', () => {
  expect(isLimitOfGateway({...PAGE, headers: {}}, workspace)).toBe(false);
});

test('a 429 contradicts itself with requests left in the minute, but for that of a day', () => {
  const refusal = {status: 429, headers: {'x-ratelimit-remaining': '59'}};
  expect(isOddLimit(refusal)).toBe(true);
  expect(isOddLimit({...refusal, headers: {...refusal.headers, 'retry-after': '7200'}})).toBe(
    false,
  );
  expect(isOddLimit({status: 429, headers: {'x-ratelimit-remaining': '0'}})).toBe(false);
  expect(isOddLimit({...refusal, situations: ['daily-limit']})).toBe(false);
  expect(isOddLimit({...refusal, situations: ['rate-limited']})).toBe(true);
  expect(isOddLimit({...PAGE, headers: {}})).toBe(true);
});

test('what contradicts the deployment’s own responses comes from a gateway', () => {
  expect(isFromGateway({status: 429, probablyFromGateway: true})).toBe(true);
  expect(isFromGateway({status: 503, ownError: true})).toBe(false);
});

describe('a refusal for signs in a request', () => {
  const hard = {pathname: '/users/50%25/force-logout', values: []};
  const plain = {pathname: '/users/50/force-logout', values: [{email: 'a@b.example', limit: 2}]};
  const attack = {...plain, values: [{}, {external_id: '<b>bold'}]};
  const page = {...PAGE, status: 400};
  const own = {CODE: 'error', message: 'invalid', errors: {}};
  const json = (status: number, wire: unknown) => ({status, wire, problem: undefined});

  test.each([
    ['a page for a path', page, hard],
    ['a page that nothing is found', {...PAGE, status: 404}, hard],
    ['JSON that is no error of the document', json(400, {status: 400, path: '/'}), hard],
    ['no body', json(400, undefined), hard],
    ['a page for a body', {...PAGE, status: 403}, attack],
  ])('comes from in front of the service: %s', (_, response, request) => {
    expect(isRefusedInFront(response, request, store)).toBe(true);
  });

  test.each([
    ['an error of the document', json(400, own), hard],
    ['404 in JSON', json(404, {message: 'no user'}), hard],
    ['a page without such signs', page, plain],
    ['JSON for a body', json(400, {status: 400}), attack],
    ['the limit', PAGE, hard],
    ['a page for the credential', {...PAGE, status: 401}, hard],
    ['a server error', {...PAGE, status: 500}, hard],
  ])('does not, where it is %s', (_, response, request) => {
    expect(isRefusedInFront(response, request, store)).toBe(false);
  });
});
