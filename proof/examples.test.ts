import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import type {Api} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {DEMO_CREDENTIALS} from './demo-credentials.ts';
import {projectFile} from './root.ts';
import {VirtualTime} from '../suites/engine/facts/virtual-time.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

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
      const config = readConfig(file, specifications, DEMO_CREDENTIALS);
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
    expect(Object.keys(DEMO_CREDENTIALS)).toEqual(expect.arrayContaining(named));
  }
});
