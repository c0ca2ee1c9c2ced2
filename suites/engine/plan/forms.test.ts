import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Call} from '../../../spec/step.ts';
import {allChecks} from '../../all-checks.ts';
import {testTarget} from '../../testing/target.ts';
import {planRun} from './plan.ts';
import type {PreparedScene} from './prepare.ts';

const specifications = loadSpecifications();
const seed = 1;
const {checks} = allChecks(specifications, seed);

const planned = (differences: object): PreparedScene[] =>
  planRun({specifications, checks, target: testTarget('', differences), seed}).prepared;

const callsIn = (scenes: PreparedScene[]): Call[] =>
  scenes.flatMap(({given, act}) => [...given, ...act]).filter((step) => step.step === 'call');

test('one scene in two is sent in a form, and every operation meets the forms of headers', () => {
  const scenes = planned({kind: 'mock', shared: false, onlyDocumentedForms: false});
  const share = scenes.filter(({form}) => form).length / scenes.length;
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.51);
  const calls = callsIn(scenes).filter((call) => call.interface === undefined);
  const met = new Set(calls.map(({op, form}) => `${form} ${op}`));
  const unmet = calls.filter(
    ({op}) => !met.has(`capital-headers ${op}`) || !met.has(`further-headers ${op}`),
  );
  expect(new Set(unmet.map(({op}) => op))).toEqual(new Set());
});

test('a configuration that wants documented forms alone gets them', () => {
  expect(planned({}).filter(({form}) => form)).toEqual([]);
});
