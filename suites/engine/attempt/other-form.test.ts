import type {IncomingMessage, RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {REQUEST_FORMS, type RequestForm} from '../../../spec/step.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import type {Target} from '../../target/target.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectMember, expectOutcome} from '../../language/judge.ts';
import {testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {conformanceOf} from '../judge/conformance.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const conformance = conformanceOf(specifications, testTarget(''));
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const RULE = 'store.users.created-is-as-given';
const CREATED = 'store.users.create-answers-201';

/** So many scenes that each form is chosen. */
const SCENES = 60;

/** Every scene creates a user and looks for another one. */
const checks = Array.from({length: SCENES}, (_, index) =>
  check({
    rule: RULE,
    place: `scene ${index}`,
    act: (s) => ({
      created: s.call('createUser', {
        body: {email: 'ada@x.example', external_id: 'é', sessions_limit: 3},
      }),
      listed: s.call('listUsers', {query: {query: 'ada lovelace', page: '1'}, expects: 'page'}),
    }),
    judge: ({created, listed}) =>
      all(expectOutcome(created, 'created', 'refused'), () =>
        all(expectMember(created, '/data/sessions_limit', 3, 'another limit'), () =>
          expectMember(listed, '/data/limit', 3, 'another limit'),
        ),
      ),
  }),
);

/** Scenes that create several users, so that a form is refused several times, and passive checks decide the creation. */
const creations = [RULE, CREATED].flatMap((rule) =>
  Array.from({length: SCENES / 2}, (_, index) =>
    check({
      rule,
      place: `scene ${index}`,
      act: (s) => {
        for (const email of ['a@x.example', 'b@x.example', 'c@x.example'])
          s.call('createUser', {body: {email}});
        return {created: s.call('createUser', {body: {email: 'ada@x.example'}})};
      },
      judge: ({created}) => expectOutcome(created, 'created', 'refused'),
    }),
  ),
);

/** Whether a request has a form, by what a server can see of it. */
const HAS: Record<RequestForm, (request: IncomingMessage, body: string) => boolean> = {
  'capital-headers': ({rawHeaders}) => rawHeaders.includes('ACCEPT'),
  'reversed-members': ({url}, body) =>
    /sessions_limit.*email/s.test(body) || /page=.*query=/.test(url ?? ''),
  'further-headers': ({headers}) => headers.pragma !== undefined,
  charset: ({headers}) => headers['content-type']?.includes('charset') === true,
  'encoded-query': ({url}) => url?.includes('%61%64%61%20') === true,
  'accepting-more': ({headers}) => headers.accept?.includes('*/*') === true,
  'spaced-json': (_request, body) => body.includes('\n'),
  chunked: ({headers}) => headers['transfer-encoding'] === 'chunked',
  'capital-media-type': ({headers}) => headers['content-type'] === 'Application/JSON',
  'lower-case-hex': () => false,
  conditional: ({headers}) => headers['if-none-match'] !== undefined,
  'escaped-json': (_request, body) => body.includes('\\u'),
};

/** How a store treats requests in a form. */
type Treatment = 'obeys' | 'wrong value' | 'always wrong' | 'refuses at times' | number;

/** Decides the checks on a store that treats requests in one form differently. */
async function decidedBy(
  form: RequestForm,
  treatment: Treatment,
  differences: Partial<Target> = {},
  own: Check[] = checks,
): Promise<{
  requests: number;
  inForm: number;
  rule: RuleVerdict;
  created: RuleVerdict | undefined;
}> {
  const counted = {requests: 0, inForm: 0};
  const serve: RequestListener = async (request, response) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const isInForm = HAS[form](request, body);
    counted.requests += 1;
    if (isInForm) counted.inForm += 1;
    const isWrong = treatment === 'always wrong' || (isInForm && treatment === 'wrong value');
    const limit = isWrong ? 4 : 3;
    const served = request.method === 'GET' ? 200 : 201;
    const isRefused = treatment === 'refuses at times' && isInForm && counted.inForm < 3;
    const refusal = isRefused ? 422 : treatment;
    const status = isInForm && typeof refusal === 'number' ? refusal : served;
    const given = body ? (JSON.parse(body) as object) : {};
    const data = {id: 7, uuid: 'u', ...given, sessions_limit: limit, limit};
    response.writeHead(status, {'content-type': 'application/json'});
    response.end(JSON.stringify({CODE: status < 300 ? 'success' : 'error', data}));
  };
  return whileServing(serve, async (base) => {
    const target = testTarget(base, {
      kind: 'mock',
      shared: false,
      apis: ['store'],
      onlyDocumentedForms: false,
      ...differences,
    });
    const {rules} = await run({
      specifications,
      checks: own,
      target,
      seed: 1,
      clock,
      conformance,
    });
    const rule = rules.find((one) => one.rule === RULE);
    const created = rules.find((one) => one.rule === CREATED);
    return {...counted, rule: defined(rule, RULE), created};
  });
}

/** Forms of what the scene sends: it has no path with encoded octets (`path-spelling.test.ts`), and reads nothing twice. */
const SENT_FORMS = REQUEST_FORMS.filter(
  (form) => form !== 'lower-case-hex' && form !== 'conditional',
);

test.each(SENT_FORMS)('what is wrong only in the form %s fails, and says so', async (form) => {
  const {rule} = await decidedBy(form, 'wrong value');
  // Passive checks compare what is shown with what was sent, in whatever form.
  const ofChecks = rule.places.filter(({place}) => place.startsWith('scene'));
  const failed = ofChecks.filter(({verdict}) => verdict === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  for (const {onlyWith, violations} of failed) {
    expect(onlyWith?.valueClass).toBe(form);
    expect(violations[0]?.expected).toMatch(/, also for requests sent (with|in) /);
  }
});

test('where nothing is refused or wrong, forms cost no request', async () => {
  const {requests, inForm, rule} = await decidedBy('chunked', 'obeys');
  expect(rule.verdict).toBe('passed');
  expect(inForm).toBeGreaterThan(0);
  expect(requests).toBe(2 * SCENES);
});

test.each([400, 403, 411, 501])(
  'a form that is refused with %i accuses nobody, and is asked again as documented',
  async (status) => {
    const {requests, inForm, rule} = await decidedBy('chunked', status);
    expect(rule.verdict).toBe('passed');
    expect(inForm).toBeGreaterThan(0);
    expect(requests).toBe(2 * SCENES + inForm);
  },
);

test.each([401, 422])('a form that is misread, and refused with %i, fails', async (status) => {
  const {inForm, rule, created} = await decidedBy('chunked', status, {}, creations);
  expect(inForm).toBeGreaterThan(2);
  expect(rule.verdict).toBe('passed');
  expect(created?.verdict).toBe('failed');
  const violations = created?.places.flatMap((place) => place.violations) ?? [];
  expect(violations.map(({branch}) => branch)).toEqual(['misread: chunked']);
});

test('a deployment that refuses a request now and then is not accused of misreading a form', async () => {
  const {rule, created} = await decidedBy('chunked', 'refuses at times', {}, creations);
  expect([rule.verdict, created?.verdict]).not.toContain('failed');
});

test('a form that breaks the server down fails', async () => {
  const {rule} = await decidedBy('chunked', 500);
  expect(rule.verdict).toBe('failed');
});

test('what is wrong in every form is told of the documented one', async () => {
  const {rule} = await decidedBy('chunked', 'always wrong');
  expect(rule.places.filter(({onlyWith}) => onlyWith)).toEqual([]);
  expect(rule.verdict).toBe('failed');
});

test('a configuration can switch forms off', async () => {
  const {inForm} = await decidedBy('further-headers', 'obeys', {onlyDocumentedForms: true});
  expect(inForm).toBe(0);
});

test('a response that is confirmed after a change fails, and says so', async () => {
  const creating = Array.from({length: SCENES}, (_, index) =>
    check({
      rule: RULE,
      place: `scene ${index}`,
      act: (s) => {
        s.call('createUser', {body: {email: 'ada@x.example'}});
        s.call('listUsers');
        s.call('createUser', {body: {email: 'bob@x.example'}});
        return {read: s.call('listUsers')};
      },
      judge: ({read}) => expectMember(read, '/data/limit', 3, 'another limit'),
    }),
  );
  let limit = 3;
  const serve: RequestListener = ({method, headers}, response) => {
    // Each scene creates two users: one before its first read, one before its second.
    if (method === 'POST') limit = 4 - limit;
    const isHeld = headers['if-none-match'] === '"1"';
    const served = method === 'POST' ? 201 : 200;
    response.writeHead(isHeld ? 304 : served, {'content-type': 'application/json', etag: '"1"'});
    const data = {id: 7, uuid: 'u', email: 'a@x.example', sessions_limit: 3, limit};
    response.end(isHeld ? undefined : JSON.stringify({CODE: 'success', data}));
  };
  const {rules} = await whileServing(serve, (base) => {
    const target = testTarget(base, {
      kind: 'mock',
      shared: false,
      apis: ['store'],
      onlyDocumentedForms: false,
    });
    return run({specifications, checks: creating, target, seed: 1, clock, conformance});
  });
  const places = rules.find(({rule}) => rule === RULE)?.places ?? [];
  const failed = places.filter(({verdict}) => verdict === 'failed');
  expect(failed.map(({onlyWith}) => onlyWith?.valueClass)).toContain('conditional');
});
