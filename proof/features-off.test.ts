import {expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
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
  expect(reasonOf('store.content.update-is-kept')).toContain('NS-ST-98: not enabled');
  expect(reasonOf('store.reading.dates-filter')).toContain('NS-ST-22: consumption-disabled');
});
