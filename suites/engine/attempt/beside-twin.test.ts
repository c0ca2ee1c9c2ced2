import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {check} from '../../language/check.ts';
import {expectOutcome, expectThat} from '../../language/judge.ts';
import {testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import type {Target} from '../../target/target.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const RULE = 'store.users.deactivate-answers-200';
const CREATION = 'store.users.create-answers-201';

/** A deployment that nobody else uses. */
const ALONE: Partial<Target> = {kind: 'mock', shared: false, apis: ['store']};

/** With this seed the other tenant comes first. */
const SEED = 1;

const CHECK = check({
  rule: RULE,
  act: (s) => {
    const user = s.call('createUser', {expects: 'created', body: {email: s.fresh('email')}});
    return {left: s.call('deactivateUser', {path: {id: user.at('/data/id')}})};
  },
  judge: ({left}) => expectOutcome(left, 'deactivated', 'refused'),
});

/** Runs the check on a store that answers a request otherwise, if another token sent the one before. */
async function decided(
  isBroken: (method: string | undefined, isAfterOther: boolean) => boolean,
  lacks: readonly string[] = ['role:second-admin'],
) {
  const sent: string[] = [];
  const serve: RequestListener = (request, response) => {
    const token = String(request.headers['x-user-token']);
    const isAfterOther = sent.length > 0 && sent.at(-1) !== token;
    sent.push(token);
    const served = request.method === 'POST' ? 201 : 200;
    const status = isBroken(request.method, isAfterOther) ? 404 : served;
    response.writeHead(status, {'content-type': 'application/json'});
    response.end(JSON.stringify({CODE: 'success', data: served === 201 ? {id: 1} : []}));
  };
  return whileServing(serve, async (base) => {
    const target = testTarget(base, {
      ...ALONE,
      lacks: (need) => lacks.find((one) => one === need),
    });
    const {rules} = await run({specifications, checks: [CHECK], target, seed: SEED, clock});
    const asked = rules.filter(({rule}) => rule === RULE || rule === CREATION);
    const failed = asked.filter(({verdict}) => verdict === 'failed');
    return {
      failed: failed.map(({rule}) => rule),
      onlyWith: failed.flatMap(({places}) => places.flatMap(({onlyWith}) => onlyWith ?? [])),
      requests: sent.length,
    };
  });
}

test('what fails only beside another tenant says so', async () => {
  const {failed, onlyWith} = await decided(
    (method, isAfterOther) => method === 'DELETE' && isAfterOther,
  );
  expect(failed).toContain(RULE);
  expect(onlyWith).toMatchObject([
    {kind: 'tenant', valueClass: 'while second-store does the same'},
  ]);
});

test('what holds for the first tenant has to hold for the other one, unless that one is refused', async () => {
  const plans = check({
    rule: 'store.plans.list-answers-200',
    act: (s) => ({list: s.call('listPlans')}),
    judge: ({list}) =>
      expectThat(list.body.data !== null, {
        branch: 'nothing',
        expected: 'a list',
        got: 'null',
        at: list,
      }),
  });
  const of = async (statusOfOther: number) => {
    const serve: RequestListener = (request, response) => {
      const isOther = String(request.headers['x-user-token']).includes('second-store');
      response.writeHead(isOther ? statusOfOther : 200, {'content-type': 'application/json'});
      response.end(JSON.stringify({CODE: 'success', data: isOther ? null : []}));
    };
    return whileServing(serve, async (base) => {
      const target = testTarget(base, {...ALONE, lacks: () => undefined});
      const {rules} = await run({specifications, checks: [plans], target, seed: SEED, clock});
      const failed = rules.filter(({rule, verdict}) => rule === plans.rule && verdict === 'failed');
      return failed.flatMap(({places}) => places.map(({onlyWith}) => onlyWith?.valueClass));
    });
  };
  expect(await of(200)).toEqual(['as second-store']);
  expect(await of(402)).toEqual([]);
});

test('a set-up that is refused only beside another tenant fails the rule about its success', async () => {
  const {failed} = await decided((method, isAfterOther) => method === 'POST' && isAfterOther);
  expect(failed).toEqual([CREATION]);
});

test('what fails alone, too, is no failure beside another tenant', async () => {
  const {failed, onlyWith} = await decided((method) => method === 'DELETE');
  expect({failed, onlyWith}).toEqual({failed: [RULE], onlyWith: []});
});

test('without a second tenant nothing is sent beside a scene', async () => {
  expect(await decided(() => false)).toMatchObject({failed: [], requests: 4});
  expect(await decided(() => false, ['role:second-admin', 'role:second-store'])).toMatchObject({
    requests: 2,
  });
});
