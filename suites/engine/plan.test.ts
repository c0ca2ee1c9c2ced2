import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import type {Val} from '../../spec/step.ts';
import {check, type Setup} from '../check.ts';
import {prepare} from './prepare.ts';

test('a call of an operation that there is not names check, step and the likeliest', () => {
  const contracts = {
    workspace: loadSpecification('workspace').contract,
    store: loadSpecification('store').contract,
  };
  const misspelt = check({
    rule: 'workspace.publications.listed-is-readable',
    act: (s) => ({account: s.call('getAccount'), read: s.call('getPublicaton')}),
    judge: () => ({witnesses: [], violations: []}),
  });
  expect(() => prepare(misspelt.scene, {lacks: () => undefined}, contracts)).toThrow(
    'check workspace.publications.listed-is-readable, step s2: ' +
      'workspace has no operation `getPublicaton`; did you mean `getPublication`?',
  );
});

test('where no way of a set-up is open, each is told', () => {
  const contracts = {
    workspace: loadSpecification('workspace').contract,
    store: loadSpecification('store').contract,
  };
  const given: Setup<{id: Val}> = {
    id: 'pushed',
    ways: [
      (s) => (s.control('push-mirrors'), {id: 'a'}),
      (s) => ({id: s.sample('pushed_publication')}),
    ],
  };
  const pushed = check({
    rule: 'workspace.reader.mirrors-differ',
    given,
    act: (s, {id}) => ({told: s.call('getPublicationReader', {path: {publication: id}})}),
    judge: () => ({witnesses: [], violations: []}),
  });
  const lacks = (capability: string) =>
    /^(control|sample):/.test(capability) ? `give ${capability}` : undefined;
  expect(prepare(pushed.scene, {lacks}, contracts).lacks).toBe(
    'give control:push-mirrors; or give sample:pushed_publication',
  );
});
