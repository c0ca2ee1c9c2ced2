import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {tableDefects} from '../proof/families.ts';
import {loadSpecification} from '../spec/specification.ts';
import {main} from './main.ts';

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const defects = [
  ...tableDefects(specifications.workspace.contract),
  ...tableDefects(specifications.store.contract),
];

let mock: Mock | undefined;
const folder = mkdtempSync(join(tmpdir(), 'presscheck-secrets-'));
afterEach(async () => {
  await mock?.close();
  mock = undefined;
  process.exitCode = 0;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const PEOPLE = ['jane.roe@bigcorp.com', 'j+shop@reader-family.co.uk'];

/**
 * Certifies a world of the mock by URL, as a stranger's deployment; gives all that was written and
 * printed.
 */
async function told(
  defect: string,
  only: string[],
): Promise<{said: string; secrets: string[]; exitCode: number}> {
  mock = await createMock({
    world: 'empty',
    defects: withDefects(defects.filter((one) => one.name === defect)),
  });
  const post = async (url: string, body: unknown, headers = {}): Promise<any> => {
    const reply = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {'content-type': 'application/json', accept: 'application/json', ...headers},
    });
    expect(reply.status, await reply.clone().text()).toBe(201);
    return reply.json();
  };
  const world = await post(`${mock.urls.control}/worlds`, {
    template: 'suite',
    seed: 5,
    limits: false,
    defect,
  });
  const secretOf = (role: string): string => {
    const one = [...world.keys, ...world.tokens].find((held: {role: string}) => held.role === role);
    return one.key ?? one.token;
  };
  const roles = ['full', 'read-only', 'second-workspace', 'admin', 'second-store'];
  for (const [index, email] of PEOPLE.entries())
    await post(
      `${world.urls.store}/integration-api/v1/dashboard/users`,
      {
        email,
        external_id: `customer-number-${index}`,
        admin: true,
        new_password: 'her-own-password',
      },
      {'x-user-token': secretOf('admin')},
    );
  for (const role of roles)
    vi.stubEnv(`SECRET_${role.toUpperCase().replace('-', '_')}`, secretOf(role));
  const config = join(folder, 'presscheck.yaml');
  writeFileSync(
    config,
    `name: a stranger\nworkspace: {base_url: '${world.urls.workspace}'}\nstore: {base_url: '${world.urls.store}'}\ncredentials:\n${roles
      .map((role) => `  ${role}: {env: SECRET_${role.toUpperCase().replace('-', '_')}}\n`)
      .join('')}samples: ${JSON.stringify(world.samples)}\n`,
  );
  const report = join(folder, 'report');
  let said = '';
  const write = (text: string | Uint8Array): boolean => {
    said += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  await main([
    'node',
    'presscheck',
    'certify',
    '--config',
    config,
    '--report',
    report,
    '--only',
    ...only,
  ]);
  vi.restoreAllMocks();
  for (const entry of readdirSync(report, {recursive: true, withFileTypes: true}))
    if (entry.isFile())
      said += `\n== ${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`;
  rmSync(report, {recursive: true});
  return {said, secrets: roles.map(secretOf), exitCode: Number(process.exitCode)};
}

test.each([
  [
    'store.users.list-has-current-page @ listUsers page /data/paginator/current_page: type broken',
    ['store.users.list-without-query-is-unfiltered'],
  ],
  [
    'store.users.has-email @ listUsers page /data/paginator/data/*/email: type broken',
    ['store.users.list-without-query-is-unfiltered', 'store.users.has-email'],
  ],
  [
    'store.users.has-id @ listUsers page /data/paginator/data/*/id: dropped',
    ['store.users.list-without-query-is-unfiltered', 'store.users.query-admins-lists-admins-only'],
  ],
  [
    defects.find(
      (one) => one.breaks.startsWith('workspace.access') && one.name.includes('getAccount no-key'),
    )!.name,
    ['workspace.access.missing-key-is-refused', 'workspace.access.key-in-query-is-no-key'],
  ],
])(
  '%s: a failure is told without secrets and without people',
  async (defect, only) => {
    const {said, secrets, exitCode} = await told(defect, only);
    expect(exitCode).toBe(1);
    expect(said).toContain('curl -sS');
    expect(said).toContain('_KEY');
    for (const secret of secrets) expect(said).not.toContain(secret);
    for (const person of [
      ...PEOPLE,
      'jane.roe',
      'reader-family',
      'customer-number-',
      'her-own-password',
    ])
      expect(said).not.toContain(person);
  },
  60_000,
);

test('what the run made itself is told in full', async () => {
  const {said} = await told(
    'store.users.list-has-current-page @ listUsers page /data/paginator/current_page: type broken',
    ['store.users.list-without-query-is-unfiltered'],
  );
  expect(said).toMatch(/pc-\w+-\w+@presscheck\.example/);
  expect(said).toContain('"email": "string"');
});
