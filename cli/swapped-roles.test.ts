/** A file that gives a role the secret of another one: whole runs at quick effort. */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, inject, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {DEMO_SECRETS} from '../proof/demo-credentials.ts';
import type {Api} from '../spec/rule.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {quickChoice} from '../suites/engine/plan/quick-choice.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';

const specifications = loadSpecifications();
const {checks: all} = allChecks(specifications, 1, 'quick');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-swapped-'));
afterAll(() => rmSync(folder, {recursive: true}));

const SAMPLES: Record<Api, string> = {
  workspace: `  good: {filename: the-quiet-harbour.epub}
  unmetered_tool: file-validation
`,
  store: `  unknown_issue: 999999999
  epub_file: https://files.presscheck.example/good.epub
  jpg_cover: https://files.presscheck.example/cover.jpg
`,
};

/** The checks of quick effort, once for each API and with or without samples. */
const chosen = new Map<string, Check[]>();

/** Certifies the demo world at quick effort with the secret of one role for another, whose own line is left out. */
async function certified(
  api: Api,
  role: string,
  of: string,
  samples = SAMPLES[api],
): Promise<RuleVerdict[]> {
  const time = {
    at: Date.UTC(2026, 2, 2, 9, 30),
    now: () => time.at,
    sleep: async (ms: number) => void (time.at += Math.max(0, ms)),
  };
  const machine = {now: time.now, wait: time.sleep, later: () => () => {}, chance: () => 1};
  const mock = await createMock({world: 'demo', limits: false, control: false, machine});
  const {[of]: secret = '', ...others} = DEMO_SECRETS[api];
  const secrets: Record<string, string> = {...others, [role]: secret};
  const file = join(folder, 'presscheck.yaml');
  writeFileSync(
    file,
    `name: the demo world
${api}: {base_url: '${mock.urls[api]}', ${api === 'store' ? 'unique_ids: true' : ''}}
credentials:
${Object.keys(secrets)
  .map((one) => `  ${one}: {env: ${one}}\n`)
  .join('')}${samples && `samples:\n${samples}`}`,
  );
  try {
    const target = new Deployment(readConfig(file, specifications, secrets), time);
    const checks = all.filter(({scene}) => scene.api === api);
    const key = `${api} ${samples}`;
    if (!chosen.has(key)) chosen.set(key, quickChoice({specifications, checks, target}).checks);
    const run = {specifications, checks: chosen.get(key) ?? [], target, seed: 1, clock: time};
    return (await verifyAndRun({...run, timeout: 2000})).rules;
  } finally {
    await mock.close();
  }
}

/** The sentences about rules that a run left undecided. */
const reasonsIn = (rules: readonly RuleVerdict[]): string[] =>
  rules.flatMap(({verdict, reason}) => (verdict === 'inconclusive' ? [reason ?? ''] : []));

/** Each takes a run: `npm test` tries the pairs that differ most. */
const UNNOTICED: [api: Api, role: string, of: string, samples?: string][] = [
  ['workspace', 'full', 'read-only', ''],
  ['workspace', 'second-workspace', 'write-only'],
  ['store', 'admin', 'limited-admin'],
  ['store', 'limited-admin', 'second-store'],
];
const UNNOTICED_TOO: typeof UNNOTICED = [
  ['workspace', 'full', 'read-only'],
  ['workspace', 'full', 'write-only'],
  ['workspace', 'write-only', 'read-only'],
  ['store', 'admin', 'second-store'],
  ['store', 'second-admin', 'second-store'],
];

test.each(inject('all') ? [...UNNOTICED, ...UNNOTICED_TOO] : UNNOTICED)(
  '%s: as %s the secret of %s fails nothing, and is named',
  async (api, role, of, samples) => {
    const rules = await certified(api, role, of, samples);
    expect(rules.filter(({verdict}) => verdict === 'failed' || verdict === 'differs')).toEqual([]);
    const reasons = reasonsIn(rules);
    const named = reasons.filter((one) => new RegExp(`credential(s\\.| )${role}\\b`).test(one));
    expect(named).not.toEqual([]);
    expect(reasons.filter((one) => /the profile may be wrong|choices\./.test(one))).toEqual([]);
  },
);

const NOTICED: [api: Api, role: string, of: string, rule: string][] = [
  ['workspace', 'second-workspace', 'read-only', 'workspace.access.key-names-one-workspace'],
  ['store', 'second-store', 'second-admin', 'store.access.list-shows-own-only'],
];
const NOTICED_TOO: typeof NOTICED = [
  ['workspace', 'scopeless-agent', 'second-agent', 'workspace.mcp.scope-is-needed'],
  ['store', 'second-store', 'limited-admin', 'store.access.list-shows-own-only'],
  ['store', 'limited-admin', 'second-admin', 'store.content.create-needs-permission'],
];

test.each(inject('all') ? [...NOTICED, ...NOTICED_TOO] : NOTICED)(
  '%s: as %s the secret of %s fails %s alone',
  async (api, role, of, rule) => {
    const rules = await certified(api, role, of);
    const failed = rules.filter(({verdict}) => verdict === 'failed' || verdict === 'differs');
    expect(failed.map((one) => one.rule)).toEqual([rule]);
    for (const {violations} of failed.flatMap(({places}) => places))
      for (const {got} of violations) expect(got).toMatch(/or the credential is not of this role$/);
    expect(reasonsIn(rules).filter((one) => /choices\./.test(one))).toEqual([]);
  },
);
