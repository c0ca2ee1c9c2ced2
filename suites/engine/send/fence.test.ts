import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {openProfile} from '../../../spec/profile.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import type {Reply, Request} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import type {Environment} from '../../target/target.ts';
import type {AttemptContext} from './attempt-context.ts';
import {execute, type Executed} from './execute.ts';
import {guard, guardLink} from './fence.ts';
import {Ledger} from './ledger/ledger.ts';
import {ToolSessions} from './tool-sessions.ts';

const specifications = loadSpecifications();
const BASE = 'http://deployment.invalid';

/** A deployment in memory: answers every create with the next id, and keeps what arrived. */
function context(ids: () => unknown = () => undefined): {
  context: AttemptContext;
  arrived: Request[];
  made: Set<string>;
} {
  const arrived: Request[] = [];
  const made = new Set<string>();
  let next = 100;
  const send = async (request: Request): Promise<Reply> => {
    arrived.push(request);
    const answer = (status: number, body: unknown): Reply => ({
      status,
      headers: {'content-type': 'application/json'},
      text: JSON.stringify(body),
    });
    if (request.method !== 'POST' || !request.url.endsWith('/users'))
      return answer(200, {data: {}});
    const id = ids() ?? ++next;
    made.add(String(id));
    return answer(201, {data: {id}});
  };
  const environment: Environment = {
    base: () => BASE,
    credentials: (role) => [{name: role, secret: `secret-of-${role}`}],
    sample: (name) => (name === 'unknown_user' ? 999_999 : undefined),
    control: async () => ({}),
    advance: async () => undefined,
    wait: async () => undefined,
    now: () => 0,
    close: async () => undefined,
  };
  return {
    arrived,
    made,
    context: {
      environment: environment,
      label: 'l',
      ledger: new Ledger(),
      sessions: new ToolSessions(),
      client: {
        send,
        openConnection: async () => ({send, close: async () => undefined}),
      } as unknown as AttemptContext['client'],
      codecs: {
        workspace: new Codec(specifications.workspace.contract, openProfile()),
        store: new Codec(specifications.store.contract, openProfile()),
      },
    },
  };
}

const CHANGES = ['updateUser', 'deactivateUser', 'reactivateUser'].filter(
  (op) => op in specifications.store.contract.operations,
);
const call = (id: string, op: string, more: Partial<Call>): Call => ({
  step: 'call',
  id,
  api: 'store',
  op,
  as: 'admin',
  ...more,
});

/**
 * Ids that a script may come to: of its own, of a list, guessed, computed, made up to leave the
 * path.
 */
const ids = fc.oneof<fc.Arbitrary<Val>[]>(
  fc.nat({max: 110}),
  fc.constantFrom<Val>(
    '7',
    '../users/7',
    '..',
    '.',
    '',
    '7/../8',
    '%2e%2e',
    'me',
    '*',
    'null',
    null as never,
  ),
  fc.constant({$from: 'made', at: '/data/id'}),
  fc.constant({$from: 'listed', at: '/data/id'}),
  fc.constant({$sample: 'unknown_user', at: ''}),
  fc.nat({max: 9}).map((n): Val => ({$sum: [{$from: 'made', at: '/data/id'}, n]})),
  fc.string({maxLength: 6}),
);
const roles = fc.constantFrom<Call['as'][]>(
  'admin',
  'second-admin',
  'second-store',
  'nobody',
  'unknown-credential',
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CHANGES), ids, roles)
    .map(([op, id, as]) => call('x', op, {path: {id}, as, body: {}})),
  fc
    .tuple(
      fc.constantFrom('listUsers', 'createUser'),
      fc.constantFrom('PUT', 'DELETE', 'PATCH', 'POST'),
      fc.constantFrom(
        '/integration-api/v1/dashboard/users/7',
        '/x/dashboard/users',
        '@evil.invalid/users',
        '//evil.invalid/',
      ),
      roles,
    )
    .map(([op, method, elsewhere, as]) => call('x', op, {method, elsewhere, as})),
);

test('whatever a script says, only what the run made, or what nobody has, is changed', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, {maxLength: 4}), async (drawn) => {
      const {context: one, arrived, made} = context();
      let known: Executed['lastByStep'] = new Map();
      const script: Step[] = [
        call('made', 'createUser', {body: {}}),
        call('listed', 'listUsers', {}),
        ...drawn,
      ];
      for (const [index, step] of script.entries())
        await execute([{...step, id: step.id === 'x' ? `x${index}` : step.id}], one, known).then(
          ({lastByStep}) => (known = lastByStep),
          () => undefined,
        );
      for (const {method, url} of arrived) {
        expect(new URL(url).origin).toBe(BASE);
        if (method === 'GET' || method === 'HEAD') continue;
        const [, id] = /\/users\/([^/]+)/.exec(new URL(url).pathname) ?? [];
        if (id === undefined) expect(method).toBe('POST');
        else {
          changed += 1;
          expect([...made, '999999']).toContain(decodeURIComponent(id));
        }
      }
    }),
    {numRuns: 400, seed: 11},
  );
  expect(changed).toBeGreaterThan(50);
});
test('a user 7 is not the publication 7', () => {
  const ledger = new Ledger();
  ledger.allowChanging('7', 'publication');
  expect(ledger.mayChange('7', 'user')).toBe(false);
  expect(ledger.mayChange('7', 'publication')).toBe(true);
  expect(ledger.mayChange('8')).toBe(false);
});

test.each([
  ['file:///etc/passwd', 'neither http nor https'],
  ['ftp://files.example/x', 'neither'],
  ['javascript:alert(1)', 'neither'],
  ['none', 'is not a URL'],
  ['', 'is not a URL'],
  ['http://169.254.169.254/latest/meta-data', "this machine's own network"],
  ['http://localhost:6379/', 'own network'],
  ['http://127.1/', 'own network'],
  ['http://[::1]:9200/', 'own network'],
  ['http://0x7f000001/', 'own network'],
  ['http://[::ffff:127.0.0.1]/', 'own network'],
  ['http://localhost./', 'own network'],
  ['http://a.localhost../', 'own network'],
  ['http://127.0.0.1./', 'own network'],
  ['http://0.1.2.3/', 'own network'],
  ['http://[::]/', 'own network'],
  ['http://[::127.0.0.1]/', 'own network'],
  ['http://[::ffff:0:127.0.0.1]/', 'own network'],
  ['http://[64:ff9b::169.254.169.254]/', 'own network'],
  ['http://[64:ff9b:1::127.0.0.1]/', 'own network'],
  ['http://[2002:7f00:1::]/', 'own network'],
  ['http://[fe80::1]/', 'own network'],
  ['http://[fd00:ec2::254]/', 'own network'],
  ['http://metadata.google.internal/computeMetadata/v1/', 'own network'],
  ['http://Metadata.Google.Internal./', 'own network'],
  ['http://me:word@files.example/', 'user name'],
])('an upload does not go to %s', (url, why) =>
  expect(guardLink(url, 'https://api.vendor.example')).toContain(why),
);

test.each([
  'http://1.0.0.127/',
  'http://[2001:db8::7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[64:ff9b::8.8.8.8]/',
  'http://localhost.files.example/',
  'http://127.0.0.1.files.example/',
])('an upload goes to %s, which only resembles an address of this machine', (url) =>
  expect(guardLink(url, 'https://api.vendor.example')).toBeUndefined(),
);

test('an upload goes to storage elsewhere, and to this machine if the deployment is on it', () => {
  expect(
    guardLink('https://bucket.storage.example/key?X-Signature=abc', 'https://api.vendor.example'),
  ).toBeUndefined();
  expect(guardLink('http://localhost:4012/key', 'http://localhost:4010')).toBeUndefined();
  expect(guardLink('http://127.0.0.1:4012/key', 'http://localhost:4010')).toBeUndefined();
});

test.each<[id: string, isOwn: boolean]>([
  ['101x', true],
  ['101', true],
  ['1011', false],
  ['101 2', false],
  ['102x', false],
  ['x101', false],
])('an id of the run with letters behind it is nobody else: %s', (id, isOwn) => {
  const ledger = new Ledger();
  ledger.allowChanging('101', 'user');
  const {operations} = specifications.store.contract;
  const operation = defined(operations.deactivateUser, 'the operation');
  const refusal = guard({operation, method: 'DELETE', path: {id}}, ledger);
  expect(refusal === undefined).toBe(isOwn);
  // An external_id may have any form.
  const logout = {operation: defined(operations.forceLogout, 'it'), method: 'POST', path: {id}};
  expect(guard(logout, ledger) === undefined).toBe(id === '101');
});

test.each([
  ['/integration-api/v1/users/pc-1%E0%A4%A/force-logout', true],
  ['/integration-api/v1/users/7%E0%A4%A/force-logout', false],
  ['/integration-api/v1/users/pc-1/force-logout', false],
])(
  'a path that cannot be decoded names nobody, unless it begins with an id: %s',
  (elsewhere, is) => {
    const operation = defined(
      specifications.store.contract.operations['forceLogout'],
      'the operation forceLogout',
    );
    const logout = {operation, method: 'POST', path: {}, elsewhere};
    expect(guard(logout, new Ledger()) === undefined).toBe(is);
  },
);

test('a session that a list shows may be ended if it is that of a user of the run', () => {
  const {listAuthSessions, deleteAuthSession} = specifications.store.contract.operations;
  const ledger = new Ledger();
  ledger.allowChanging('7', 'user');
  const rows = [
    {id: 's1', user_id: 7},
    {id: 's2', user_id: 8},
    {id: 's3', user_id: null},
  ];
  ledger.recordBelonging(defined(listAuthSessions, 'the list'), {data: rows});
  const operation = defined(deleteAuthSession, 'the deletion');
  const refusals = rows.map(({id}) => guard({operation, method: 'DELETE', path: {id}}, ledger));
  expect(refusals.map((refusal) => refusal === undefined)).toEqual([true, false, false]);
});
