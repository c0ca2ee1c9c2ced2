import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {furtherRounds} from '../../all-checks.ts';
import {testTarget} from '../../testing/target.ts';
import {planRun} from './plan.ts';
import {inRoundOrder} from './scene-order.ts';

const specifications = loadSpecifications();

/** The beginning of a round of the store: the models and properties of its scenes, in order. */
function subjects(seed: number): string[] {
  const isWanted = (rule: string): boolean => rule.startsWith('store.');
  const round = furtherRounds(specifications, seed, {isWanted})(1);
  const target = testTarget('http://localhost:1', {apis: ['store']});
  const inputs = {...round, specifications, target};
  const subjectOf = new Map(
    round.checks.map(({scene, draw, rule}) => [scene.id, draw?.property ?? rule]),
  );
  return inRoundOrder(planRun(inputs).prepared, inputs).map(({id}) => subjectOf.get(id) ?? '');
}

test('every model and property gets a scene before any gets a second, in an order of the seed', () => {
  const order = subjects(1);
  const again = order.findIndex((one, index) => order.indexOf(one) < index);
  const first = order.slice(0, again);
  expect(first).toContain('store.users.moves-are-the-listed-ones');
  expect(first).toContain('store.plans.moves-are-the-listed-ones');
  expect(first.length).toBeGreaterThan(40);
  expect(subjects(2).slice(0, again)).not.toEqual(first);
});
