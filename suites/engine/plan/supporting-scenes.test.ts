import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import type {Target} from '../../target/target.ts';
import {planRun} from './plan.ts';
import {requestsOf} from './steps.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications);

/** A shared deployment of both APIs that has everything. */
const target: Target = {
  name: 'everything',
  kind: 'deployment',
  urls: {},
  shared: true,
  apis: ['workspace', 'store'],
  profile: () => openProfile(),
  lacks: () => undefined,
  open: () => Promise.reject(new Error('nothing is sent')),
  close: () => Promise.resolve(),
};

/** What a run of one rule sends beside its own scenes. */
function supportOf(rule: string) {
  const own = checks.filter((one) => one.rule === rule);
  const others = checks.filter((one) => one.rule !== rule);
  expect(own).not.toEqual([]);
  return planRun({specifications, checks: own, others, target, seed: 1}).supporting;
}

test('a header of all responses is looked for in refusals, at limits, and in the success of each operation', () => {
  const {first, seeing} = supportOf('store.access.answers-have-xss-protection');
  const ids = [...first, ...seeing].map(({id}) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['store createOrder created', 'store listPlans plan-page']),
  );
  expect(ids).toContainEqual(expect.stringMatching(/unknown|not-found/));
});

test('the rows of a list are made before a filter of it is tried, for about a minute of requests', () => {
  const {first, seeing} = supportOf('store.reading.user-id-filters');
  const sent = first.filter(({exhausts}) => !exhausts);
  const requests = sent.reduce((sum, {given, act}) => sum + requestsOf([...given, ...act]), 0);
  expect(sent.length).toBeGreaterThan(5);
  expect(requests).toBeLessThanOrEqual(120);
  expect(seeing).toEqual([]);
});

test('a rule that only its own scenes decide needs only what proves lines of the profile', () => {
  const {first, seeing, proving} = supportOf('store.orders.return-url-must-be-a-url');
  expect([first, seeing].map((some) => some.map(({id}) => id))).toEqual([[], []]);
  expect(proving.map(({id}) => id)).toContain('store createOrder created');
});

test('what is shown after something has happened twice is another way than after it has happened once', () => {
  const {first, seeing} = supportOf('workspace.reader.one-row-a-mirror');
  const pushes = [...first, ...seeing].map(
    ({given, act}) =>
      [...given, ...act].filter((step) => step.step === 'control' && step.verb === 'push-mirrors')
        .length,
  );
  expect(pushes).toContainEqual(2);
});

test('without other checks nothing is sent beside', () => {
  const own = checks.filter(({rule}) => rule === 'store.access.answers-have-xss-protection');
  const {supporting} = planRun({specifications, checks: own, target, seed: 1});
  expect(supporting).toEqual({first: [], seeing: [], proving: []});
});
