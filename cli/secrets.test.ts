import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, inject, test, vi} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {genericDefects} from '../proof/generic-defects.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {main} from './main.ts';

const specifications = loadSpecifications();
const defects = [
  ...genericDefects(specifications.workspace.contract),
  ...genericDefects(specifications.store.contract),
];

/** Longer waits than this are skipped: those for a minute in which the suite may send no more. */
const LONG_WAIT_MS = 2000;

/** The clock of the machine, for which long waits take no time. */
function skipLongWaits(): void {
  const {now, sleep} = realClock;
  let skipped = 0;
  vi.spyOn(realClock, 'now').mockImplementation(() => now() + skipped);
  vi.spyOn(realClock, 'sleep').mockImplementation(async (ms, signal) => {
    if (ms <= LONG_WAIT_MS) return sleep(ms, signal);
    skipped += ms;
    await sleep(1);
  });
}

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

const ROLES = ['full', 'read-only', 'second-workspace', 'admin', 'second-store'];

const variableOf = (role: string): string => `SECRET_${role.toUpperCase().replace('-', '_')}`;

async function post(url: string, body: unknown, headers = {}): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {'content-type': 'application/json', accept: 'application/json', ...headers},
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

/** A world of a mock with a defect, as the control plane describes it, in which people live. */
async function worldWithPeople(defect: string): Promise<any> {
  const named = defects.filter((one) => one.name === defect);
  mock = await createMock({world: 'empty', defects: withDefects(named)});
  const settings = {template: 'suite', seed: 5, limits: false, defect};
  const world = await post(`${mock.urls.control}/worlds`, settings);
  const users = `${world.urls.store}/integration-api/v1/dashboard/users`;
  for (const [index, email] of PEOPLE.entries()) {
    const external_id = `customer-number-${index}`;
    const user = {email, external_id, admin: true, new_password: 'her-own-password'};
    await post(users, user, {'x-user-token': secretOf(world, 'admin')});
  }
  return world;
}

function secretOf({keys, tokens}: any, role: string): string {
  const credential = [...keys, ...tokens].find((one: {role: string}) => one.role === role);
  return credential.key ?? credential.token;
}

/** A configuration file for a world, as for a deployment that is known by its URL only. */
function configurationOf({urls, samples}: any): string {
  const config = join(folder, 'presscheck.yaml');
  const lines = [
    'name: a deployment by URL',
    `workspace: {base_url: '${urls.workspace}'}`,
    `store: {base_url: '${urls.store}'}`,
    'credentials:',
    ...ROLES.map((role) => `  ${role}: {env: ${variableOf(role)}}`),
    `samples: ${JSON.stringify(samples)}`,
    '',
  ];
  writeFileSync(config, lines.join('\n'));
  return config;
}

/** Everything that is printed while a piece of work runs. */
async function printedBy(work: () => Promise<void>): Promise<string> {
  let printed = '';
  const write = (text: string | Uint8Array): boolean => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  skipLongWaits();
  await work();
  vi.restoreAllMocks();
  return printed;
}

/**
 * Certifies a world of the mock by URL.
 * @returns all that was written and printed, and the secrets that were used
 */
async function certified(
  defect: string,
  only: string[],
): Promise<{output: string; secrets: string[]; exitCode: number}> {
  const world = await worldWithPeople(defect);
  for (const role of ROLES) vi.stubEnv(variableOf(role), secretOf(world, role));
  const report = join(folder, 'report');
  const options = ['--config', configurationOf(world), '--report', report, '--only', ...only];
  let output = await printedBy(() => main(['node', 'presscheck', 'certify', ...options]));
  for (const entry of readdirSync(report, {recursive: true, withFileTypes: true}))
    if (entry.isFile())
      output += `\n== ${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`;
  rmSync(report, {recursive: true});
  const secrets = ROLES.map((role) => secretOf(world, role));
  return {output, secrets, exitCode: Number(process.exitCode)};
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
    ['store.users.list-without-query-is-unfiltered', 'store.users.has-id'],
  ],
  [
    defects.find(
      (one) => one.breaks.startsWith('workspace.access') && one.name.includes('getAccount no-key'),
    )!.name,
    ['workspace.access.missing-key-is-refused', 'workspace.access.key-in-query-is-no-key'],
  ],
])(
  '%s: a failure is reported without secrets and without people',
  async (defect, only) => {
    const {output, secrets, exitCode} = await certified(defect, only);
    expect(exitCode).toBe(1);
    expect(output).toContain('curl -sS');
    for (const variable of output.match(/\$[A-Z_]+/g) ?? [])
      expect(ROLES.map((role) => `$${variableOf(role)}`)).toContain(variable);
    for (const secret of secrets) expect(output).not.toContain(secret);
    for (const person of [
      ...PEOPLE,
      'jane.roe',
      'reader-family',
      'customer-number-',
      'her-own-password',
    ])
      expect(output).not.toContain(person);
  },
  60_000 * inject('patience'),
);

test('what the run made itself is reported in full', async () => {
  const {output} = await certified(
    'store.users.list-has-current-page @ listUsers page /data/paginator/current_page: type broken',
    ['store.users.list-without-query-is-unfiltered'],
  );
  expect(output).toContain(`$${variableOf('admin')}`);
  expect(output).toMatch(/pc-[\w-]+@presscheck\.example/);
});
