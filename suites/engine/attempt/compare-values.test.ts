import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {check, type Check} from '../../language/check.ts';
import {expectThat, expectOutcome} from '../../language/judge.ts';
import {property, propertyChecks} from '../../language/property.ts';
import {freshValues, integers} from '../../values/values.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';
import {testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const clock = {now: () => realClock.now(), sleep: async () => undefined};

type Body = Record<string, unknown>;
/** What a store does with the body of a creation: undefined refuses it. */
type Store = (body: Body) => Body | undefined;

const isPlain = ({email}: Body): boolean =>
  /^pc-[a-z0-9-]+@presscheck\.example$/.test(String(email));
const shownAs = (body: Body): Body => ({id: 7, uuid: 'u', ...body});

/** Decides checks against a store; the rules by id. */
async function decided(
  checks: Check[],
  store: Store,
  refusal = 422,
  isShared = false,
): Promise<Map<string, RuleVerdict>> {
  const serve: RequestListener = async (request, response) => {
    // The clean-up of a shared deployment.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const chunks = await request.toArray();
    const data = store(JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Body);
    response.writeHead(data ? 201 : refusal, {'content-type': 'application/json'});
    const failure = {CODE: 'error', message: 'invalid', errors: {email: ['invalid']}};
    response.end(JSON.stringify(data ? {CODE: 'success', data} : failure));
  };
  return whileServing(serve, async (base) => {
    const target = testTarget(base, {kind: 'mock', shared: isShared, apis: ['store']});
    const {rules} = await run({specifications, checks, target, seed: 1, clock});
    return new Map(rules.map((rule) => [rule.rule, rule]));
  });
}

/** A creation with an address of one class. */
const createdWith = (valueClass: string) => {
  const {plain, classes} = freshValues('email');
  return property({
    rule: 'store.users.update-is-kept',
    forAll: {email: {plain, classes: {[valueClass]: defined(classes[valueClass], valueClass)}}},
    act: (s, values) => ({subject: s.call('createUser', {body: values})}),
    judge: ({subject}) => expectOutcome(subject, 'created', 'refused'),
  });
};

const created = check({
  rule: 'store.users.create-needs-no-optional-member',
  act: (s) => {
    s.call('createUser', {expects: 'created', body: {email: s.fresh('email')}});
    return {subject: s.call('createUser', {body: {email: s.fresh('email')}})};
  },
  judge: ({subject}) => expectOutcome(subject, 'created', 'refused'),
});

test('a set-up refused for a class breaks the rule of such values; the check goes on', async () => {
  const rules = await decided([created], (body) => (isPlain(body) ? shownAs(body) : undefined));
  expect(rules.get('store.users.create-needs-no-optional-member')?.verdict).toBe('passed');
  const [place] = rules.get('store.users.created-is-as-given')?.places ?? [];
  expect(place).toMatchObject({verdict: 'failed'});
  expect(place?.violations[0]?.expected).toContain('the email is of the class');
});

test.each([
  ['each time', [2, 4, 6], true],
  ['now and then', [2, 4], false],
])('a class that was served is blamed if it is refused %s', async (_when, refused, isBlamed) => {
  let asked = 0;
  const store: Store = (body) => {
    if (!isPlain(body)) asked += 1;
    return isPlain(body) || !refused.includes(asked) ? shownAs(body) : undefined;
  };
  const rules = await decided([created], store, 422, true);
  expect(asked).toBe(6);
  const places = rules.get('store.users.created-is-as-given')?.places ?? [];
  expect(places.some(({verdict}) => verdict === 'failed')).toBe(isBlamed);
});

test.each([
  ['a deployment may refuse an address that many validators refuse', 422, false],
  ['but not by a server error', 500, true],
])('%s', async (_, status, isBlamed) => {
  const property = propertyChecks(createdWith('apostrophe'), 1, 1);
  const rules = await decided(
    property,
    (body) => (String(body.email).includes("'") ? undefined : shownAs(body)),
    status,
  );
  const places = rules.get('store.users.created-is-as-given')?.places ?? [];
  expect(places.some(({verdict}) => verdict === 'failed')).toBe(isBlamed);
  if (!isBlamed) expect(rules.get('store.users.update-is-kept')?.verdict).toBe('passed');
});

test('a set-up that is refused for what was drawn breaks no rule of the property', async () => {
  const drawn = property({
    rule: 'store.users.update-is-kept',
    forAll: {sessions_limit: integers(1, 900_000)},
    act: (s, values) => {
      s.call('createUser', {expects: 'created', body: values});
      return {subject: s.call('createUser', {body: {}})};
    },
    judge: ({subject}) => expectOutcome(subject, 'created', 'refused'),
  });
  const rules = await decided(propertyChecks(drawn, 1, 6), (body) =>
    Number(body.sessions_limit ?? 0) > 100 ? undefined : shownAs(body),
  );
  expect(rules.get('store.users.update-is-kept')?.verdict).toBe('passed');
  expect(rules.get('store.users.create-answers-201')?.verdict).toBe('failed');
});

test('what is refused with plain values too is the failure of the check', async () => {
  let creations = 0;
  const rules = await decided([created], (body) =>
    (creations += 1) % 2 ? shownAs(body) : undefined,
  );
  expect(rules.get('store.users.create-needs-no-optional-member')?.verdict).toBe('failed');
  expect(rules.has('store.users.created-is-as-given')).toBe(false);
});

const written = property({
  rule: 'store.users.update-is-kept',
  forAll: {email: freshValues('email'), sessions_limit: integers(1, 900_000)},
  act: (s, values) => ({subject: s.call('createUser', {body: values})}),
  judge: ({subject}, {sessions_limit: limit}) =>
    expectThat(subject.body.data.limit === limit, {
      branch: 'another limit',
      expected: `${limit}`,
      got: String(subject.body.data.limit),
      at: subject,
    }),
});

test('a draw that fails shows the value that matters, and plain ones everywhere else', async () => {
  const store: Store = ({sessions_limit: limit, ...body}) =>
    shownAs({...body, limit: Math.min(Number(limit), 800_000)});
  const rules = await decided(propertyChecks(written, 1, 6), store);
  const [place] = rules.get('store.users.update-is-kept')?.places ?? [];
  expect(place).toMatchObject({verdict: 'failed', onlyWith: {kind: 'sessions_limit'}});
  const [step] = place?.evidence?.steps ?? [];
  expect(JSON.stringify(step)).not.toContain('valueClass');
});

test('what is refused for another value that was drawn is not put down to a class', async () => {
  const store: Store = (body) => (Number(body.sessions_limit) > 3 ? undefined : shownAs(body));
  const drawn = property({
    rule: 'store.users.update-is-kept',
    forAll: {email: freshValues('email'), sessions_limit: integers(1, 900_000)},
    act: (s, values) => ({subject: s.call('createUser', {body: values})}),
    judge: ({subject}) => expectOutcome(subject, 'created', 'refused'),
  });
  const rules = await decided(propertyChecks(drawn, 1, 4), store);
  expect(rules.get('store.users.update-is-kept')?.verdict).toBe('failed');
  expect(rules.has('store.users.created-is-as-given')).toBe(false);
});

test('that a race was won by another request is not put down to the class of its values', async () => {
  const store: Store = (body) =>
    isPlain(body) === (body.name === 'one') ? undefined : shownAs(body);
  const raced = check({
    rule: 'store.users.update-is-kept',
    act: (s) => ({
      race: s.parallel(
        (b) => void b.call('createUser', {body: {email: b.fresh('email'), name: 'one'}}),
        (b) => void b.call('createUser', {body: {email: b.fresh('email'), name: 'two'}}),
      ),
    }),
    judge: ({race}) =>
      expectThat(false, {branch: 'kept', expected: 'both', got: 'one', at: race[0]}),
  });
  const rules = await decided([raced], store);
  expect(rules.get('store.users.update-is-kept')?.verdict).toBe('failed');
  expect(rules.has('store.users.created-is-as-given')).toBe(false);
});

test('what is refused because an allowance is spent is not put down to the values', async () => {
  const drawn = property({
    rule: 'workspace.uploads.reservation-spends-nothing',
    forAll: {size_bytes: integers(1, 900_000)},
    act: (s, values) => ({
      subject: s.call('createUpload', {
        body: {original_filename: 'a.epub', ...values},
        expects: 'reserved',
      }),
    }),
    judge: ({subject}) => expectOutcome(subject, 'reserved', 'refused'),
  });
  const serve: RequestListener = async (request, response) => {
    const chunks = await request.toArray();
    const {size_bytes: size} = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Body;
    const isRefused = Number(size) > 100;
    const refusal = {error: 'spent', reason: 'publication_quota_exceeded'};
    response.writeHead(isRefused ? 422 : 201, {'content-type': 'application/json'});
    response.end(JSON.stringify(isRefused ? refusal : {upload_url: 'http://localhost/bytes'}));
  };
  await whileServing(serve, async (base) => {
    const target = testTarget(base, {kind: 'mock', shared: false, apis: ['workspace']});
    const checks = propertyChecks(drawn, 1, 6);
    const {rules} = await run({specifications, checks, target, seed: 1, clock});
    const refused = rules.flatMap(({places}) => places).flatMap(({violations}) => violations);
    expect(refused.map(({expected}) => expected).join()).not.toContain('of the class');
  });
});
