import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import {successOf} from './effective-contract.ts';
import {documentedMembers} from './documented-members.ts';

const {contract} = loadSpecification('workspace');

/** The documented members of a success. */
function shown(op: string, body: unknown): unknown {
  const operation = contract.operations[op];
  const schema = operation && successOf(operation).schema;
  return schema && documentedMembers(contract.document, schema, body);
}

test('a member that the document knows elsewhere only is none of this response', () => {
  expect(shown('getAccount', {status: 'ok', plan: {tier: 'a'}})).toEqual({plan: {tier: 'a'}});
});

test('rows keep their documented members, in their order', () => {
  const row = {id: 'a', status: 'ready', _links: {self: 'https://vendor.example'}};
  expect(shown('listPublications', {data: [row, {id: 'b'}], took_ms: 4})).toEqual({
    data: [{id: 'a', status: 'ready'}, {id: 'b'}],
  });
});

test('what is no object stays what it is', () => {
  expect(shown('getAccount', undefined)).toBeUndefined();
});
