import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Violation} from '../../../spec/run-record.ts';
import {outcomeText} from '../../language/judge.ts';
import {withStatuses} from './expected-statuses.ts';

const {contract, profile} = loadSpecification('workspace');

const about = (op: string, ...wanted: string[]): Violation => ({
  branch: 'b',
  expected: outcomeText(wanted, op),
  got: '200',
  step: 's1',
  op,
  wanted,
});
const expectedOf = (violation: Violation, of = profile): string =>
  withStatuses(violation, contract, of).expected;

test('what was expected of an outcome names its status', () => {
  expect(expectedOf(about('getAccount', 'unauthenticated'))).toBe(
    '401 (unauthenticated) for getAccount',
  );
  expect(expectedOf(about('getAccount', 'account', 'unauthenticated'))).toBe(
    '200 (account) or 401 (unauthenticated) for getAccount',
  );
});

test('the statuses of the profile come before those of the document', () => {
  const outcomes = {...profile.outcomes, 'getAccount.unauthenticated': {status: [403]}};
  expect(expectedOf(about('getAccount', 'unauthenticated'), {...profile, outcomes})).toBe(
    '403 (unauthenticated) for getAccount',
  );
});

test('of a response of storage the document gives no status', () => {
  expect(expectedOf(about('PUT upload_url', 'storage-refused'))).toBe(
    'a refusal (storage-refused) for PUT upload_url',
  );
});

test('other words and unknown outcomes stay as they are', () => {
  const other = {...about('getAccount', 'unauthenticated'), expected: 'a refusal'};
  expect(withStatuses(other, contract, profile)).toBe(other);
  const unknown = about('getAccount', 'unheard-of');
  expect(withStatuses(unknown, contract, profile)).toBe(unknown);
});
