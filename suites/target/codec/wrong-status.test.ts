import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {Codec} from '../codec.ts';

const {contract} = loadSpecification('workspace');

const PATH = '/v1/files/fil_1/download';

const situationsOf = (status: number, location: string): string[] =>
  new Codec(contract, openProfile()).decode('downloadFile', status, {location}, '', {}, PATH)
    .situations;

test('a redirect with another status is the documented one with a wrong status', () => {
  expect(situationsOf(307, 'https://storage.example/objects/17?expires=9')).toEqual(['redirect']);
});

test('a redirect to the same resource is none of the documented responses', () => {
  expect(situationsOf(307, `https://api.example${PATH}/`)).toEqual([]);
});

test('a success of another status without a body is the documented one with a wrong status', () => {
  const store = loadSpecification('store').contract;
  const decode = (status: number) =>
    new Codec(store, openProfile()).decode('deactivateUser', status, {}, undefined);
  expect(decode(204)).toMatchObject({
    situations: ['deactivated'],
    wrongStatus: {situation: 'deactivated', documented: [200]},
  });
  expect(decode(302).situations).toEqual([]);
});
