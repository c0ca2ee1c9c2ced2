import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {Codec} from '../codec.ts';

const {contract} = loadSpecification('workspace');

const situationsOf = (status: number, location: string): string[] =>
  new Codec(contract, openProfile()).decode('downloadFile', status, {location}, undefined, {
    file: 'fil_1',
  }).situations;

test('a redirect with another status is the documented one with a wrong status', () => {
  expect(situationsOf(307, 'https://storage.example/objects/17?expires=9')).toEqual(['redirect']);
});

test('a redirect to the same resource is none of the documented responses', () => {
  expect(situationsOf(307, 'https://api.example/api/v1/files/fil_1/download/')).toEqual([]);
});

test('numbers in the path of the request are no obstacle', () => {
  const codec = new Codec(loadSpecification('store').contract, openProfile());
  const path = {id: 24} as unknown as Record<string, string>;
  expect(() => codec.decode('updateUser', 401, {}, undefined, path)).not.toThrow();
});
