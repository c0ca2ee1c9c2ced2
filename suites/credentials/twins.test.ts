import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import type {Call, Step} from '../../spec/step.ts';
import {isPlain} from '../engine/plan/forms.ts';
import {Script} from '../language/script.ts';
import {TwinAssigner} from './assign-twins.ts';
import {besideTwin, isOfTwin} from './twins.ts';

const {operations} = loadSpecification('store').contract;

const twinOf = (s: Script, turn = 0, isOrdered = false): Step[] =>
  besideTwin([s.steps], turn, {role: 'second-store', operations, isPlain, isOrdered}).flat();

const idsIn = (steps: Step[]): string[] => steps.map(({id}) => id);

const ofTwin = (steps: Step[]): Call[] => steps.filter(({id}) => isOfTwin(id)) as Call[];

/** A user is created, changed and listed. */
function recorded(): Script {
  const s = new Script('store');
  const body = {email: s.fresh('email'), external_id: s.fresh('external-id')};
  const id = s.call('createUser', {body, expects: 'created'}).at('/data/id');
  s.call('updateUser', {path: {id}, body});
  s.call('listUsers');
  return s;
}

test('another tenant comes before, after and together with a step by turns, and never last', () => {
  const [one, two, three] = idsIn(recorded().steps);
  const sent = (turn: number): string[] => idsIn(twinOf(recorded(), turn, true));
  expect(sent(0)).toEqual([one, `twin-${one}`, `twin-${two}`, two, `twin-${three}`, three]);
  expect(sent(1)).toEqual([`twin-${one}`, one, two, `twin-${two}`, `twin-${three}`, three]);
  const together = twinOf(recorded(), 0).filter((step) => 'withNext' in step);
  expect(idsIn(together)).toEqual([two, `twin-${three}`]);
});

test('it sends the same values to what its own responses name, and nothing is expected of it', () => {
  const s = recorded();
  const [created, updated] = ofTwin(twinOf(s));
  const [own] = s.steps as Call[];
  expect(created).toEqual({
    ...own,
    id: `twin-${own?.id}`,
    as: 'second-store',
    optional: true,
    expects: undefined,
  });
  expect(updated?.path).toEqual({id: {$from: created?.id, at: '/data/id'}});
});

test('what may be unique over all tenants differs, and what is of the first tenant is left out', () => {
  const s = new Script('store');
  const id = s.fresh('external-id');
  s.call('createIssue', {body: {external_id: id, name: 'Tides'}});
  s.call('createOrder', {body: {products: [{type: 'content', id: s.sample('content_product')}]}});
  s.call('listPlans');
  const [issue, plans, ...others] = ofTwin(twinOf(s));
  expect(issue?.body).not.toMatchObject({external_id: id});
  expect([plans?.op, ...others]).toEqual(['listPlans']);
});

test('it changes nothing that a list of its store shows', () => {
  const s = new Script('store');
  s.call('updatePlan', {path: {id: s.call('listPlans').at('/data/0/id')}, body: {}});
  expect(ofTwin(twinOf(s)).map(({op}) => op)).toEqual(['listPlans']);
});

test('each pair of operations has a twin once', () => {
  const twins = new TwinAssigner(true);
  const assigned = [['createUser', 'listUsers'], ['createUser'], ['createUser'], ['listUsers']];
  expect(assigned.map((operations) => twins.assign(operations))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
