/** Credentials that are not of their role, and deployments that treat them so: both look the same from outside. */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {DEMO_SECRETS, demoClientSecret, demoSecret} from '../proof/demo-credentials.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import {allChecks} from '../suites/all-checks.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {select} from './selection.ts';

const specifications = loadSpecifications();
const {checks: all} = allChecks(specifications);
const folder = mkdtempSync(join(tmpdir(), 'presscheck-roles-'));

/** Time that passes only while somebody waits, for the mock and the suite alike. */
const time = {
  at: Date.UTC(2026, 2, 2, 9, 30),
  now: () => time.at,
  sleep: async (ms: number) => void (time.at += Math.max(0, ms)),
};

let mock: Mock;
beforeEach(async () => {
  const machine = {now: time.now, wait: time.sleep, later: () => () => {}, chance: () => 1};
  mock = await createMock({world: 'demo', limits: false, control: false, machine});
});
afterEach(() => mock.close());
afterAll(() => rmSync(folder, {recursive: true}));

/** Roles whose secrets are tried for other roles. */
const TRIED = ['other-key', 'scopeless-agent', 'second-admin'];

/** The right secrets of the other roles. */
const RIGHT = Object.fromEntries(
  Object.entries({...DEMO_SECRETS.workspace, ...DEMO_SECRETS.store}).filter(
    ([role]) => !TRIED.includes(role),
  ),
);

const CLIENT = '{client_id: demo-client-harbour, client_secret: {env: CLIENT}}';

/** Certifies some rules of the demo world with other secrets for some roles. */
async function certified(others: Record<string, string>, only: string[]): Promise<RuleVerdict[]> {
  const file = join(folder, 'presscheck.yaml');
  const secrets: Record<string, string> = {...RIGHT, ...others};
  const lines = Object.keys(secrets).map((role) =>
    secrets[role] === CLIENT ? `  ${role}: ${CLIENT}` : `  ${role}: {env: ${role}}`,
  );
  writeFileSync(
    file,
    `name: the demo world
workspace: {base_url: '${mock.urls.workspace}'}
store: {base_url: '${mock.urls.store}'}
credentials:
${lines.join('\n')}
samples:
  good: {filename: the-quiet-harbour.epub}
  unmetered_tool: file-validation
  unknown_file: file_nobodys
  unknown_issue: 999999999
max_wait: 120
`,
  );
  const config = readConfig(file, specifications, {
    ...secrets,
    CLIENT: demoClientSecret('demo-client-harbour'),
  });
  const {rules} = await verifyAndRun({
    specifications,
    checks: select(all, specifications, only),
    target: new Deployment(config, time),
    seed: 1,
    clock: time,
    timeout: 1000,
  });
  return rules;
}

const ACCESS = ['workspace/access'];

test.each<[others: Parameters<typeof certified>[0], only: string[], failed: string]>([
  [{'read-only': demoSecret('other-key')}, ACCESS, 'workspace.access.ability-is-needed'],
  [{'write-only': demoSecret('other-key')}, ACCESS, 'workspace.access.ability-is-needed'],
  [
    {'second-workspace': demoSecret('other-key')},
    ACCESS,
    'workspace.access.key-names-one-workspace',
  ],
  [{'second-agent': CLIENT}, ['workspace/mcp'], 'workspace.mcp.foreign-is-not-found'],
  [
    {'limited-admin': demoSecret('second-admin')},
    ['store/content'],
    'store.content.create-needs-permission',
  ],
])(
  '%j: one rule fails, and says that the credential may be the cause',
  async (...[others, only, rule]) => {
    const rules = await certified(others, only);
    const failed = rules.filter(({verdict}) => verdict === 'failed');
    expect(failed.map((one) => one.rule)).toEqual([rule]);
    const places = failed[0]?.places.filter(({verdict}) => verdict === 'failed') ?? [];
    for (const {violations} of places)
      expect(violations[0]?.got).toMatch(/or the credential is not of this role$/);
    const blocked = rules.filter(({blockedBy}) => blockedBy !== undefined);
    expect(new Set(blocked.map(({blockedBy}) => blockedBy))).toEqual(new Set([rule]));
  },
);

test.each<[others: Parameters<typeof certified>[0], only: string[]]>([
  [{'read-only': demoSecret('write-only'), 'write-only': demoSecret('read-only')}, ACCESS],
  [{'other-key': 'demo-key-of-nobody'}, ACCESS],
  [{agent: demoSecret('scopeless-agent')}, ['workspace/mcp']],
])('%j: nothing fails, and some rule names the credential', async (others, only) => {
  const rules = await certified(others, only);
  expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
  const named = rules.filter(({verdict, reason}) => {
    const says = Object.keys(others).some((role) => reason?.includes(`credentials.${role}`));
    return verdict === 'inconclusive' && says;
  });
  expect(named).not.toEqual([]);
});

test('a rule that is not selected blocks nothing, and the reason names the credential', async () => {
  const [rule] = await certified({'read-only': demoSecret('other-key')}, [
    'workspace.access.ability-comes-before-lookup',
  ]);
  expect(rule).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/or the credential is not of this role/) as string,
  });
  expect(rule).not.toHaveProperty('blockedBy');
});
