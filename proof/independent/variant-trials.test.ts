import {expect, test} from 'vitest';
import type {Certification} from './certification.ts';
import {isAccused, variantTrials, type VariantChoice} from './variant-trials.ts';

const choice: VariantChoice = {
  api: 'store',
  names: ['chunked', 'zone-utc'],
  hooks: [true, false],
  words: 'named',
  seed: 1,
  chapters: [],
};

function certification(verdict: 'failed' | 'inconclusive', times: number): Certification {
  const notGreen = Array.from({length: times}, () => ({rule: 'store.x.y', verdict, reason: ''}));
  const [trial] = variantTrials(choice);
  const none = {verdicts: {}, left: [], noted: [], requests: 0, seconds: 0, took: 0};
  return {trial, run: 1, notGreen, ...none} as unknown as Certification;
}

test('each variant has a server with hooks and one without', () => {
  const servers = variantTrials(choice).map(({variants, hooks}) => ({variants, hooks}));
  expect(servers).toEqual([
    {variants: ['chunked'], hooks: true},
    {variants: ['chunked'], hooks: false},
    {variants: ['zone-utc'], hooks: true},
    {variants: ['zone-utc'], hooks: false},
  ]);
});

test('variants are dealt out to servers by turns, and none have none', () => {
  const three = {...choice, names: ['chunked', 'zone-utc', 'type-plain'], hooks: [true]};
  const dealt = variantTrials({...three, groups: 2}).map(({variants}) => variants);
  expect(dealt).toEqual([['chunked', 'type-plain'], ['zone-utc']]);
  expect(variantTrials({...choice, groups: 1, names: []})).toEqual([]);
});

test('a failed rule is a finding, and so are more than five undecided ones', () => {
  expect(isAccused(certification('failed', 1))).toBe(true);
  expect(isAccused(certification('inconclusive', 5))).toBe(false);
  expect(isAccused(certification('inconclusive', 6))).toBe(true);
});
