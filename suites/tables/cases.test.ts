import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import {expectOutcome} from '../language/judge.ts';
import {Script, type Handle} from '../language/script.ts';
import {response} from '../testing/response.ts';
import {checksOfCases, ofEach, sceneOfCases} from './cases.ts';

const table = sceneOfCases({
  id: 'store: plans of each name',
  cases: ['one', 'other'],
  begin: (s) => ({reader: s.call('createUser', {})}),
  act: (s, name) => {
    const created = s.call('createPlan', {body: {name}});
    return {created, listed: () => s.call('listPlans', {query: {query: name}})};
  },
});

const [check] = checksOfCases(table, 'each name', {
  'store.plans.create-answers-201': ofEach(({created}, name) =>
    expectOutcome(created, 'created', `refused: ${name}`),
  ),
});

/** The responses to the steps of the table, all of one situation. */
function responsesOf(situation: string): Record<string, Exchange> {
  const handles = table.scene.act(new Script('store'), undefined) as Record<string, Handle>;
  return Object.fromEntries(Object.keys(handles).map((name) => [name, response(200, [situation])]));
}

test('steps that are functions are recorded after those of all cases', () => {
  const script = new Script('store');
  table.scene.act(script, undefined);
  const ops = script.steps.map((step) => (step.step === 'call' ? step.op : step.step));
  expect(ops).toEqual(['createUser', 'createPlan', 'createPlan', 'listPlans', 'listPlans']);
});

test('each case is judged with its own responses', () => {
  const seen = responsesOf('created');
  expect(check?.judge(seen as never).witnesses).toHaveLength(2);
  const second = {...seen, '1: created': response(422, ['invalid'])};
  expect(check?.judge(second as never).violations).toMatchObject([{branch: 'refused: other'}]);
});
