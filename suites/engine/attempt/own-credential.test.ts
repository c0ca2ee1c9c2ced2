import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {check} from '../../language/check.ts';
import {expectOutcome} from '../../language/judge.ts';
import {testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const clock = {now: () => realClock.now(), sleep: async () => undefined};

/** As many checks as there are ways to divide a scene between credentials. */
const CHECKS = ['one', 'two', 'three', 'four'].map((place) =>
  check({
    rule: 'store.users.deactivate-answers-200',
    place,
    act: (s) => {
      const user = s.call('createUser', {expects: 'created', body: {email: s.fresh('email')}});
      return {left: s.call('deactivateUser', {path: {id: user.at('/data/id')}})};
    },
    judge: ({left}) => expectOutcome(left, 'deactivated', 'refused'),
  }),
);

/** Runs the checks on a store that refuses to deactivate what another token has created. */
async function decided(status: number, lacks: readonly string[] = []) {
  const makers = new Map<string, unknown>();
  let requests = 0;
  const serve: RequestListener = (request, response) => {
    requests += 1;
    const token = request.headers['x-user-token'];
    const id = request.url?.split('/').at(-1) ?? '';
    const isCreation = request.method === 'POST';
    if (isCreation) makers.set(String(makers.size + 1), token);
    const isRefused = !isCreation && makers.get(id) !== token;
    const served = isCreation ? 201 : 200;
    response.writeHead(isRefused ? status : served, {'content-type': 'application/json'});
    response.end(JSON.stringify({CODE: 'success', data: isCreation ? {id: makers.size} : []}));
  };
  return whileServing(serve, async (base) => {
    const target = testTarget(base, {
      kind: 'mock',
      shared: false,
      apis: ['store'],
      lacks: (need) => ['role:second-store', ...lacks].find((one) => one === need),
    });
    const {rules} = await run({specifications, checks: CHECKS, target, seed: 1, clock});
    const rule = rules.find(({rule: id}) => id === 'store.users.deactivate-answers-200');
    return {requests, verdict: rule?.verdict, onlyWith: onlyWithIn(rule)};
  });
}

const onlyWithIn = (rule: RuleVerdict | undefined): unknown[] =>
  (rule?.places ?? []).flatMap(({onlyWith}) => onlyWith?.valueClass ?? []);

test('what fails only by another credential says so', async () => {
  const {verdict, onlyWith} = await decided(404);
  expect(verdict).toBe('failed');
  expect(onlyWith).toEqual(['changes by admin and second-admin in turns']);
});

test('a credential that may lack an ability accuses nobody', async () => {
  expect(await decided(403)).toMatchObject({verdict: 'passed', onlyWith: []});
});

test('without another credential, and where all is well, no request is sent again', async () => {
  const twoEach = 2 * CHECKS.length;
  expect(await decided(404, ['role:second-admin'])).toMatchObject({requests: twoEach});
  expect(await decided(200)).toMatchObject({verdict: 'passed', requests: twoEach});
});
