import {expect, test} from 'vitest';
import {loadSpecifications, loadSpecification} from '../../../spec/specification.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Setup} from '../../language/check.ts';
import {content, userOf} from '../../store/ordering.ts';
import {createUser} from '../../store/people.ts';
import {openProfile, type Profile} from '../../../spec/profile.ts';
import {MockTarget} from '../../target/mock-target.ts';
import {planRun} from './plan.ts';
import {prepare} from './prepare.ts';

test('a call of an operation that there is not names check, step and the likeliest', () => {
  const contracts = {
    workspace: loadSpecification('workspace').contract,
    store: loadSpecification('store').contract,
  };
  const misspelt = check({
    rule: 'workspace.publications.listed-is-readable',
    act: (s) => ({account: s.call('getAccount'), read: s.call('getPublicaton')}),
    judge: () => ({witnesses: [], violations: []}),
  });
  expect(() => prepare(misspelt.scene, {lacks: () => undefined}, contracts)).toThrow(
    'check workspace.publications.listed-is-readable, step s2: ' +
      'workspace has no operation `getPublicaton`; did you mean `getPublication`?',
  );
});

test('where no way of a set-up is open, each is told', () => {
  const contracts = {
    workspace: loadSpecification('workspace').contract,
    store: loadSpecification('store').contract,
  };
  const given: Setup<{id: Val}> = {
    id: 'pushed',
    ways: [
      (s) => (s.control('push-mirrors'), {id: 'a'}),
      (s) => ({id: s.sample('pushed_publication')}),
    ],
  };
  const pushed = check({
    rule: 'workspace.reader.mirrors-differ',
    given,
    act: (s, {id}) => ({told: s.call('getPublicationReader', {path: {publication: id}})}),
    judge: () => ({witnesses: [], violations: []}),
  });
  const lacks = (capability: string) =>
    /^(control|sample):/.test(capability) ? `give ${capability}` : undefined;
  expect(prepare(pushed.scene, {lacks}, contracts).unavailable?.reason).toBe(
    'give control:push-mirrors; or give sample:pushed_publication',
  );
});

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};

/** The steps of an order of a title, for a target that lacks some samples and has a profile. */
function stepsOfOrder(lacking: string[], choices: Profile['choices'] = {}): string {
  const ordered = check({
    rule: 'store.orders.has-id',
    act: (s) => {
      const reader = createUser(s);
      const body = {type: 'permission', user: userOf(s, reader), products: [content(s)]};
      return {ordered: s.call('createOrder', {body})};
    },
    judge: () => ({witnesses: [], violations: []}),
  });
  const target = {
    lacks: (capability: string) => (lacking.includes(capability) ? 'give it' : undefined),
    profile: () => ({...openProfile(), choices}),
  };
  const {act, unavailable} = prepare(ordered.scene, target, contracts);
  expect(unavailable).toBeUndefined();
  return JSON.stringify(act);
}

test('a script takes the way that the target offers', () => {
  expect(stepsOfOrder([])).toContain('"$sample":"content_product"');
  const made = stepsOfOrder([
    'sample:content_product',
    'sample:sale_currency',
    'sample:return_url',
  ]);
  expect(made).not.toContain('$sample');
  expect(made).toContain('"type":"sale"');
  expect(made).toContain('"currency_id":"ARS"');
});

test('a script takes what the profile chooses', () => {
  expect(stepsOfOrder([])).not.toContain('/data/uuid');
  expect(stepsOfOrder([], {'NS-ST-33': 'uuid'})).toContain('/data/uuid');
});

test('the plan counts the mails that requests and hooks may cause', () => {
  const target = new MockTarget({
    control: 'http://localhost',
    seed: 1,
    profiles: {workspace: openProfile(), store: openProfile()},
  });
  const mailsOf = (act: Parameters<typeof check>[0]['act']): number => {
    const checks = [
      check({rule: 'store.orders.has-id', act, judge: () => ({witnesses: [], violations: []})}),
    ];
    return planRun({specifications, checks, target, seed: 1}).plan.mails;
  };
  const create = (type: string) => ({body: {type}});
  expect(mailsOf((s) => ({one: s.call('createOrder', create('permission'))}))).toBe(0);
  // The second store does the same.
  expect(mailsOf((s) => ({one: s.call('createOrder', create('report'))}))).toBe(2);
  const paid = {role: 'admin', order: 'o', outcome: 'approved'};
  expect(
    mailsOf((s) => ({
      three: s.repeat(3, (b) => void b.call('createOrder', create('report'))),
      paid: s.control('complete-payment', paid),
    })),
  ).toBe(4);
});
