import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import type {Api} from '../spec/rule.ts';
import {loadSpecification} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {projectFile} from './root.ts';
import {VirtualTime} from './virtual-time.ts';

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const {checks} = allChecks(specifications, 1);

/** The credentials of the demo world under the names that the examples give them. */
const DEMO = {
  WORKSPACE_KEY: 'demo-key-harbour-full',
  OTHER_KEY: 'demo-key-harbour-other',
  READ_ONLY_KEY: 'demo-key-harbour-read-only',
  WRITE_ONLY_KEY: 'demo-key-harbour-write-only',
  TOOLS_ONLY_KEY: 'demo-key-harbour-tools-only',
  SECOND_WORKSPACE_KEY: 'demo-key-lighthouse-full',
  AGENT_TOKEN: 'demo-oauth-harbour',
  SECOND_AGENT_TOKEN: 'demo-oauth-lighthouse',
  SCOPELESS_TOKEN: 'demo-oauth-harbour-scopeless',
  STORE_TOKEN: 'demo-token-riverside-admin',
  SECOND_STORE_TOKEN: 'demo-token-riverside-second-admin',
  OTHER_STORE_TOKEN: 'demo-token-hilltop-admin',
  LIMITED_STORE_TOKEN: 'demo-token-riverside-limited-admin',
};

/** Rules that use samples, hooks, the paths of the profile and every role. */
const TRIED: Record<Api, RegExp> = {
  workspace: /^workspace\.(account|reader|downloads)\./,
  store: /^store\.(plans\.|events\.|content\..*permission|access\.foreign)/,
};

test.each(['workspace', 'store'] as const)(
  'examples/%s.yaml describes the demo world: its rules pass there',
  {timeout: 240_000},
  async (api) => {
    const time = new VirtualTime();
    const mock = await createMock({world: 'demo', machine: time.machine});
    try {
      const file = projectFile(`examples/${api}.yaml`);
      const config = readConfig(file, specifications, DEMO);
      const url = `${mock.urls.control}/worlds/demo/hooks`;
      const hooks = Object.fromEntries(Object.keys(config.hooks).map((verb) => [verb, {url}]));
      const target = new Deployment({...config, bases: {[api]: mock.urls[api]}, hooks}, time);
      const {rules} = await verifyAndRun({
        specifications,
        checks: checks.filter(({rule}) => TRIED[api].test(rule)),
        target,
        seed: 1,
        clock: time,
      });
      expect(rules.length).toBeGreaterThan(20);
      expect(
        rules
          .filter(({verdict}) => verdict !== 'passed')
          .map(({rule, verdict, reason}) => `${rule} ${verdict} ${reason}`),
      ).toEqual([]);
    } finally {
      await mock.close();
    }
  },
);

test('the examples name the credentials that the demo world has', () => {
  for (const api of ['workspace', 'store']) {
    const text = readFileSync(projectFile(`examples/${api}.yaml`), 'utf8');
    const named = [...text.matchAll(/^ {2}[\w-]+: \{env: (\w+)\}/gm)].map(([, name]) => name);
    expect(Object.keys(DEMO)).toEqual(expect.arrayContaining(named));
  }
});
