import {expect, test} from 'vitest';
import {openProfile} from '../../spec/profile.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {sharedScene} from '../language/check.ts';
import {missingFor, type Offer} from '../target/capabilities.ts';
import {prepare} from './plan/prepare.ts';

const contracts = {
  workspace: loadSpecification('workspace').contract,
  store: loadSpecification('store').contract,
};

/** What a deployment offers whose profile makes these choices, and that has everything else. */
const offer = (choices: Record<string, string>): Offer =>
  ({
    config: {profiles: {store: {...openProfile(), choices}, workspace: openProfile()}},
  }) as unknown as Offer;

const preparedFor = (op: string, choices: Record<string, string>) =>
  prepare(
    sharedScene({id: 's', api: 'store', act: (s) => ({one: s.call(op)})}),
    {
      lacks: (need) => (need.startsWith('served:') ? missingFor(need, offer(choices)) : undefined),
    },
    contracts,
  );

test.each<[op: string, choices: Record<string, string>, absent: true | undefined]>([
  ['deletePlan', {}, undefined],
  ['deletePlan', {'NS-ST-67': 'not served'}, true],
  ['deletePlan', {'NS-ST-68': 'not served'}, true],
  ['deletePlan', {'NS-ST-67': '/api/v1'}, undefined],
  ['listPlans', {'NS-ST-67': 'not served'}, undefined],
  ['listPlans', {'NS-ST-68': 'not served'}, true],
  ['listUsers', {'NS-ST-68': 'not served'}, undefined],
])('a scene that calls %s, where the profile chooses %j', (op, choices, absent) => {
  const prepared = preparedFor(op, choices);
  expect(prepared.unavailable?.isAbsent).toBe(absent);
  if (absent) expect(prepared.unavailable?.reason).toContain(`the deployment does not have ${op}`);
  else expect(prepared.unavailable).toBeUndefined();
});

test.each<[hook: string | undefined, choice: string, absent: true | undefined]>([
  [undefined, 'not enabled', true],
  [undefined, 'enabled', undefined],
  ['switch-physical', 'not enabled', undefined],
])(
  'a set-up whose first way needs a hook (%s), where the profile chooses %s',
  (hook, choice, absent) => {
    const scene = sharedScene({
      id: 's',
      api: 'store',
      given: {
        id: 'books are sold',
        ways: [(s) => void s.control('switch-physical', {on: true}), () => undefined],
        onlyFirstWayIf: {point: 'NS-ST-99', choice: 'not enabled'},
      },
      act: (s) => ({one: s.call('createIssue')}),
    });
    const profile = {...openProfile(), choices: {'NS-ST-99': choice}};
    const lacks = (need: string) =>
      need.startsWith('control:') && need !== `control:${hook}` ? 'a hook' : undefined;
    const prepared = prepare(scene, {lacks, profile: () => profile}, contracts);
    expect(prepared.unavailable?.isAbsent).toBe(absent);
    if (absent) expect(prepared.unavailable?.reason).toContain('choices.NS-ST-99: not enabled');
    else expect(prepared.unavailable).toBeUndefined();
  },
);
