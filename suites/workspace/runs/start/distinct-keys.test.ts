import {expect, test} from 'vitest';
import type {Repeat} from '../../../../spec/step.ts';
import {Script, type Handle} from '../../../language/script.ts';
import {response} from '../../../testing/response.ts';
import {distinctKeys, keysOfTools} from './distinct-keys.ts';

const registration: Handle = {id: 'r', at: (at) => ({$from: 'r', at})};

/** The repetitions of a property, where the target offers nothing but the named capabilities. */
function repeatsOf([property]: typeof distinctKeys, offered: string[]): Repeat[] {
  const target = {
    offers: (one: string) => offered.includes(one),
    chooses: () => false,
    isFollowed: () => false,
    isSameSample: () => false,
  };
  const s = new Script('workspace', {target});
  property?.act(s, {key: 'k', digits: '12'}, {registration});
  return s.steps.filter((step) => step.step === 'repeat');
}

test('a start follows the end of the run before it where a hook moves the clock', () => {
  for (const [properties, starts] of [
    [distinctKeys, 12],
    [keysOfTools, 3],
  ] as const) {
    const repeats = repeatsOf(properties, ['control:advance']);
    expect(repeats.map(({times}) => times)).toEqual(Array.from({length: starts}, () => 30));
  }
});

test('elsewhere each start is sent once', () => {
  expect(new Set(repeatsOf(distinctKeys, []).map(({times}) => times))).toEqual(new Set([1]));
});

const busy = response(409, ['busy'], {op: 'startRun', body: {reason: 'run_in_progress'}});
const accepted = (id: string) => response(202, ['accepted'], {op: 'startRun', body: {id}});
const judge = (seen: object) => distinctKeys[0]?.judge(seen as never, {} as never);

test('starts that were accepted in turn are compared', () => {
  const seen = {'the text': [accepted('1')], digits: [busy, busy, accepted('2')]};
  expect(judge(seen)).toMatchObject({violations: [], witnesses: [expect.anything()]});
  expect(judge({...seen, digits: [busy, accepted('1')]})).toMatchObject({
    violations: [{branch: 'the-same-run'}],
  });
});

test('where the run before never ended, the rule does not apply', () => {
  expect(judge({'the text': [accepted('1')], digits: [busy, busy]})).toMatchObject({
    outOfReach: 'not-applicable',
  });
});
