import {expect, test} from 'vitest';
import {loadLaw} from '../../spec/law.ts';
import {check} from '../check.ts';
import {prepare} from './plan.ts';

test('a call of an operation that there is not names check, step and the likeliest', () => {
  const contracts = {workspace: loadLaw('workspace').contract, store: loadLaw('store').contract};
  const misspelt = check({
    rule: 'workspace.publications.listed-is-readable',
    act: (s) => ({account: s.call('getAccount'), read: s.call('getPublicaton')}),
    judge: () => ({witnesses: [], violations: []}),
  });
  expect(() => prepare(misspelt.scene, {lacks: () => undefined}, contracts)).toThrow(
    'check workspace.publications.listed-is-readable, step s2: workspace has no operation `getPublicaton`; did you mean `getPublication`?',
  );
});
