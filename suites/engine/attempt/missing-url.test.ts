import {expect, test} from 'vitest';
import {openProfile, type Profile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectMember} from '../../language/judge.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.runs.succeeded-is-final';
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const profile: Profile = {
  ...openProfile(),
  paths: {readRun: {followed: {kind: 'run', from: 'startRun', header: 'location'}}},
};

const reading: Check = {
  rule: RULE,
  place: '*',
  scene: {
    id: 'a run whose URL nobody told',
    api: 'workspace',
    act: (s) => ({read: s.call('readRun', {path: {run: 'run_7'}})}),
  },
  judge: (({read}: Record<string, Exchange>) =>
    expectMember(read!, '/state', 'succeeded', 'another')) as Check['judge'],
};

test('what no response told the URL of is not exercised, and the line that tells it is named', async () => {
  const {rules} = await whileServing(
    (_request, reply) => reply.end('{}'),
    (base) =>
      run({
        specifications,
        checks: [reading],
        target: testTarget(base, {profile: () => profile, open: async () => testEnvironment(base)}),
        seed: 1,
        clock,
      }),
  );
  expect(rules.find(({rule}) => rule === RULE)).toMatchObject({
    verdict: 'not-exercised',
    places: [{lacks: [[expect.stringMatching(/^paths\.readRun: a template/)]]}],
  });
});
