import {expect, test} from 'vitest';
import type {Call, Step} from '../../spec/step.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {everyStep} from '../engine/plan/steps.ts';
import {withFewerSteps} from './fewer-steps.ts';

const call = (id: string, body: Call['body'] = {}): Call => ({
  step: 'call',
  id,
  api: 'store',
  op: 'createUser',
  as: 'admin',
  body,
});

const fixture = (steps: Step[]): Fixture => ({
  fixture: 'x',
  handles: Object.fromEntries(steps.map(({id}) => [id, [id]])),
  steps,
});

const idsOf = ({steps}: Fixture): string[] => [...everyStep(steps)].map(({id}) => id);

/** Fails as long as some steps are there. */
const needing =
  (...ids: string[]) =>
  async (one: Fixture): Promise<boolean> =>
    ids.every((id) => idsOf(one).includes(id));

test('steps go with those that refer to them, and with the names of their responses', async () => {
  const of = (id: string): Call => call(`of-${id}`, {a: {$from: id, at: '/id'}});
  const steps = ['a', 'b', 'c'].flatMap((id) => [call(id), of(id)]);
  const simplest = await withFewerSteps(fixture(steps), new Set(), needing('of-b'));
  expect(idsOf(simplest)).toEqual(['b', 'of-b']);
  expect(simplest.handles).toEqual({b: ['b'], 'of-b': ['of-b']});
});

test('what is likely to suffice is tried first, with that to which it refers', async () => {
  const steps = [call('a'), call('b'), call('c', {a: {$from: 'a', at: '/id'}})];
  const tried: string[][] = [];
  await withFewerSteps(fixture(steps), new Set(['c']), async (one) => {
    tried.push(idsOf(one));
    return false;
  });
  expect(tried[0]).toEqual(['a', 'c']);
  expect(new Set(tried.map(String)).size).toBe(tried.length);
});

test('a race is sent one after the other where that is enough, and else with few requests', async () => {
  const race: Step = {step: 'parallel', id: 'r', branches: ['a', 'b', 'c'].map((id) => [call(id)])};
  const apart = await withFewerSteps(fixture([race]), new Set(), needing('a', 'b'));
  expect(apart.steps).toEqual([{...race, branches: [[call('a'), call('b'), call('c')]]}]);
  const atOnce = ({steps: [one]}: Fixture): boolean =>
    one?.step === 'parallel' && one.branches.length > 1;
  const two = await withFewerSteps(fixture([race]), new Set(), async (one) => atOnce(one));
  expect(idsOf(two)).toEqual(['r', 'a', 'b']);
});

test('repetitions get fewer and values plain as far as it fails', async () => {
  const email = {$fresh: 'email', n: 1, valueClass: 'dots'};
  const repeat: Step = {step: 'repeat', id: 'r', times: 20, body: [call('a', email)]};
  const simplest = await withFewerSteps(
    fixture([repeat]),
    new Set(),
    async ({steps: [one]}) => one?.step === 'repeat' && one.times > 2,
  );
  expect(simplest.steps).toEqual([
    {...repeat, times: 3, body: [call('a', {$fresh: 'email', n: 1})]},
  ]);
});
