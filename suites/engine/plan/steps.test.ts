import {expect, test} from 'vitest';
import type {Step} from '../../../spec/step.ts';
import {racesIn} from './steps.ts';

const call = (id: string): Step => ({step: 'call', id, api: 'store', op: 'listUsers', as: 'admin'});

test('each step of a race knows its race, within repetitions too', () => {
  const race: Step = {
    step: 'parallel',
    id: 'race',
    branches: [[call('a')], [call('b'), call('c')]],
  };
  const repeated: Step = {step: 'repeat', id: 'again', times: 2, body: [call('d'), race]};
  const races = racesIn([call('e'), repeated]);
  expect([...races.keys()]).toEqual(['a', 'b', 'c']);
  expect(new Set(races.values())).toEqual(new Set([race]));
});
