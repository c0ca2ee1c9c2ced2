import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Check} from '../../language/check.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.runs.succeeded-is-final';
const clock = {now: () => realClock.now(), sleep: async () => undefined};

const reserving = (name: object | string): Check => ({
  rule: RULE,
  place: '*',
  scene: {
    id: 'an upload',
    api: 'workspace',
    act: (s) => ({
      upload: s.call('createUpload', {
        body: {original_filename: name as string, size_bytes: 5},
        expects: 'reserved',
      }),
    }),
  },
  judge: () => ({witnesses: [], violations: []}),
});

/** Why the check is undecided when the deployment refuses the reservation. */
async function reasonOf(check: Check): Promise<string | undefined> {
  const {rules} = await whileServing(
    (_request, reply) => {
      reply.statusCode = 422;
      reply.end(JSON.stringify({message: 'tides.epub is no book'}));
    },
    (base) =>
      run({
        specifications,
        checks: [check],
        target: testTarget(base, {
          open: async () => testEnvironment(base, {sample: () => 'tides.epub'}),
        }),
        seed: 1,
        clock,
      }),
  );
  return rules.find(({rule}) => rule === RULE)?.reason;
}

test('a refusal of a request with a sample is shown, with the name of the sample', async () => {
  expect(await reasonOf(reserving({$sample: 'good', at: ''}))).toMatch(
    /422 where reserved was needed.*; it said {"message":"tides.epub is no book"}\. Check whether the sample `good` in the request is right$/,
  );
});

test('a refusal of a request without a sample is not shown', async () => {
  expect(await reasonOf(reserving('tides.epub'))).not.toContain('it said');
});
