import {expect, test} from 'vitest';
import type {RunPlan} from '../spec/run-record.ts';
import type {Target} from '../suites/target/target.ts';
import {planText, shortPlanText} from './plan-text.ts';

const PLAN: RunPlan = {
  scenes: 3,
  requests: 5,
  byApi: {store: 5},
  seconds: 5,
  effects: ['reads'],
  mails: 0,
  residue: {},
  notExercised: [],
};

/** A deployment with these capabilities. */
const having = (...capabilities: string[]): Target =>
  ({
    name: 'staging',
    shared: true,
    lacks: (capability: string) => (capabilities.includes(capability) ? undefined : 'missing'),
  }) as unknown as Target;

const lacking = (reason: string, count: number): RunPlan['notExercised'] =>
  Array.from({length: count}, (_, index) => ({
    rule: `store.users.${reason}-${index}` as const,
    place: '*',
    reason,
  }));

test('a plan says before everything else that the hook reset empties the deployment', () => {
  const planned = {plan: PLAN, target: having('control:reset'), checks: []};
  for (const text of [planText(planned), shortPlanText(planned)])
    expect(text.split('\n')[1]).toBe(
      '  calls the hook `reset` first: everything in the deployment is lost',
    );
  expect(planText({...planned, target: having()})).not.toContain('reset');
});

test('the first line names the effort, on which all figures depend', () => {
  const planned = {plan: PLAN, target: having(), checks: [], effort: 'quick'};
  expect(planText(planned)).toMatch(/^Plan for staging at quick effort: 3 request sequences, /);
});

test('a plan warns of a tunnel where everything is allowed', () => {
  const planned = {plan: PLAN, target: having(), checks: []};
  expect(planText({...planned, allowsAll: true})).toContain('if a tunnel leads to another machine');
  expect(planText(planned)).not.toContain('tunnel');
});

test('the parts of the upper bound add up to it', () => {
  const plan = {...PLAN, requests: 56, byApi: {store: 28}};
  expect(planText({plan, target: having(), checks: []})).toContain(
    'at most 56 requests (store 28, clean-up 28)\n',
  );
});

test('a plan names the rules of each reason only if they are asked for', () => {
  const notExercised = [...lacking('many', 5), ...lacking('few', 4)];
  const planned = {plan: {...PLAN, notExercised}, target: having(), checks: []};
  expect(planText(planned)).toContain(
    '\n  9 rules cannot be exercised on it\n  --verbose names the',
  );
  expect(planText(planned)).not.toContain('store.users');
  const verbose = planText({...planned, verbose: true});
  expect(verbose).toContain('    many: 5 rules\n      store.users.many-0, ');
  expect(verbose).not.toContain('--verbose');
});

test('what would decide more is listed in the words of the report, the short plan lists less', () => {
  const supply = Array.from({length: 13}, (_, index) => ({
    what: `give ${index}`,
    rules: ['store.users.a' as const],
    places: 2,
  }));
  const planned = {plan: PLAN, target: having(), checks: [], supply};
  const first = '    give 0: decides 1 rule, at 2 places\n';
  for (const text of [planText(planned), shortPlanText(planned)])
    expect(text).toContain(
      `  what would decide more, the most useful first (each line counts only what those above do not decide):\n${first}`,
    );
  expect(planText(planned)).toMatch(/ {4}give 11: .*\n {4}and 1 more thing\n$/);
  expect(shortPlanText(planned)).toMatch(/ {4}give 3: .*\n {4}and 9 more things\n$/);
});
