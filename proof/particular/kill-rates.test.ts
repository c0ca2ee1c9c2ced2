import {expect, test} from 'vitest';
import {PARTICULAR} from '../../mock/defects/particular/all.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {killRates, rateLines} from './kill-rates.ts';
import type {ParticularTrial} from './trials.ts';

const trial = (defect: string, seed: number, failed: string[]): ParticularTrial => ({
  defect,
  rule: 'store.users.update-is-kept',
  kind: 'updates',
  seed,
  effort: 'standard',
  failed: failed as ParticularTrial['failed'],
  byOwnRule: failed.includes('store.users.update-is-kept'),
  requests: 1,
  took: 1,
});

const OWN = 'store.users.update-is-kept';
const OTHER = 'store.users.created-is-as-given';

test('kill rates say how often a defect is found, and by which rules', () => {
  const trials = [trial('a', 1, [OWN, OTHER]), trial('a', 2, [OTHER]), trial('b', 1, [])];
  expect(killRates(trials)).toEqual([
    {defect: 'a', kind: 'updates', runs: 2, found: 2, byOwnRule: 1, failed: {[OWN]: 1, [OTHER]: 2}},
    {defect: 'b', kind: 'updates', runs: 1, found: 0, byOwnRule: 0, failed: {}},
  ]);
  const lines = rateLines(killRates(trials));
  expect(lines[0]).toContain('updates:  67 % found,  33 % by their own rules');
  expect(lines.slice(-3)).toEqual([
    expect.stringContaining('2 defects:  67 % found'),
    'Never found: 1; in less than half of the runs: 1',
    '    0 %  updates  b',
  ]);
});

test('every particular defect breaks a rule of the catalogue and has a name of its own', () => {
  const rules = (['workspace', 'store'] as const).flatMap((api) =>
    loadSpecification(api).rules.map(({id}) => id),
  );
  const names = PARTICULAR.map(({name}) => name);
  expect(PARTICULAR.filter(({breaks}) => !rules.includes(breaks))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(60);
});
