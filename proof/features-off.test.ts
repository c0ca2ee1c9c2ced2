import {expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {FEATURES, type AbsentFeature} from '../spec/features.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {Deployment} from '../suites/target/deployment.ts';
import {stranger} from './stranger.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

/** What a run finds in some chapters of a store that lacks features, whose profile does not say so. */
async function seenWithout(verbs: string[], chapters: string[]) {
  const open = await stranger(specifications, {hooks: true});
  for (const verb of verbs)
    await fetch(`${open.mock.urls.control}/worlds/demo/hooks`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({verb, role: 'admin', on: false}),
    }).then((response) => expect(response.status).toBe(200));
  const config = {...open.config, hooks: {}};
  const {rules} = await verifyAndRun({
    specifications,
    checks: checks.filter(({rule}) => chapters.some((chapter) => rule.startsWith(chapter))),
    target: new Deployment(config, open.clock),
    clock: open.clock,
    seed: 1,
  });
  await open.close();
  return rules;
}

test('a store without features whose profile does not say so is told the line', async () => {
  const rules = await seenWithout(
    ['switch-content', 'switch-physical', 'switch-consumption'],
    ['store.content.', 'store.reading.'],
  );
  expect(rules.filter(({verdict}) => verdict === 'failed')).toEqual([]);
  const reasonOf = (id: string) => rules.find(({rule}) => rule === id)?.reason;
  expect(reasonOf('store.content.update-is-kept')).toContain('features: {content: absent}');
  expect(reasonOf('store.reading.dates-filter')).toContain('NS-ST-22: consumption-disabled');
});

/** What a run decides on the mock by URL, which has every feature, if its file says that some are absent. */
async function declaredAbsent(absentFeatures: string[], words: string) {
  const open = await stranger(specifications, {hooks: false});
  const {credentials, ...config} = open.config;
  const given = {...credentials};
  for (const name of absentFeatures)
    for (const role of FEATURES[name]?.roles ?? []) delete given[role];
  const result = await verifyAndRun({
    specifications,
    checks: checks.filter(({rule}) => rule.startsWith(words)),
    target: new Deployment({...config, credentials: given, absentFeatures}, open.clock),
    clock: open.clock,
    seed: 1,
  });
  await open.close();
  return result;
}

test.each<[feature: string, words: string, expected: AbsentFeature]>([
  [
    'mcp',
    'workspace.mcp.',
    {feature: 'mcp', name: 'the MCP server', isOptional: false, shownBy: 'tools/list: 401'},
  ],
  [
    'several-workspaces',
    'workspace.access.list-shows-own-only',
    {feature: 'several-workspaces', name: 'a second workspace', isOptional: false},
  ],
])('no rule about an absent feature is tested: %s', async (feature, words, expected) => {
  const {rules, absent} = await declaredAbsent([feature], words);
  expect(new Set(rules.map(({verdict}) => verdict))).toEqual(new Set(['not-applicable']));
  expect(rules[0]?.reason).toContain(`(features.${feature}: absent)`);
  expect(absent).toEqual([expected]);
});
