import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import {CoverageCounter} from './coverage.ts';
import type {PreparedScene} from './prepare.ts';

const create: Step = {
  step: 'call',
  id: 's1',
  api: 'store',
  op: 'createUser',
  as: 'admin',
  body: {email: {$fresh: 'email', n: 1, depth: 0, valueClass: 'dots'}},
};
const scene = {given: [], act: [create]} as unknown as PreparedScene;
const responseTo = (step: string): Exchange => ({step, situations: []}) as unknown as Exchange;
const response = responseTo('s1');

test('a class is sent when there was a response to the step that has it', () => {
  const counter = new CoverageCounter();
  counter.declareClasses(scene, []);
  // Its class of responses is new, and nothing else.
  expect(counter.note(scene, [], [responseTo('another')])).toBe(true);
  expect(counter.note(scene, [], [responseTo('another')])).toBe(false);
  expect(counter.note(scene, [], [response])).toBe(true);
  expect(counter.note(scene, [], [response])).toBe(false);
  const [email] = counter.seen.values;
  expect(email?.of).toBe('email');
  expect(email?.sent).toEqual(['dots']);
  expect(email?.notSent).toContain('apostrophe');
});

test('the draws of a property and the states of a model are counted', () => {
  const checks = [
    {
      rule: 'store.users.p',
      draw: {
        subject: 'store.users.p',
        classes: {day: 'a leap day'},
        all: {day: ['a leap day', 'any']},
      },
    },
    {rule: 'store.users.m', sequence: {commands: [], commandsInStates: ['new read', 'new delete']}},
  ] as unknown as Check[];
  const counter = new CoverageCounter();
  counter.declareClasses(scene, checks);
  counter.note(scene, checks, [response]);
  const {values, models} = counter.seen;
  expect(values[1]).toEqual({of: 'store.users.p day', sent: ['a leap day'], notSent: ['any']});
  expect(models).toEqual([{rule: 'store.users.m', sequences: 1, situations: 2, withClasses: 2}]);
});

test('what lacks something is not expected', () => {
  const counter = new CoverageCounter();
  counter.declareClasses({...scene, unavailable: {reason: 'give a key'}}, []);
  expect(counter.seen.values).toEqual([]);
});
