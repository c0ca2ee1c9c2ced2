import {expect, inject, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import type {Defect, Seam} from '../mock/defect.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import type {KeyRow} from '../mock/workspace/access/rows.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {secondOpinion} from './second-opinion.ts';

test.each<[string, Seam, string]>([
  [
    'a member of another type',
    {seam: 'member', situation: 'account', pointer: '/paid_work', edit: 'retype'},
    'paid_work',
  ],
  [
    'a member that is missing',
    {seam: 'member', situation: 'account', pointer: '/plan', edit: 'drop'},
    'plan',
  ],
  ['an undocumented status', {seam: 'status', situation: 'account', as: 418}, 'status code'],
  [
    'a reason that is not documented',
    {seam: 'refusal', situation: 'unauthenticated', as: {reason: 'no_idea'}},
    'reason',
  ],
])('%s is seen', async (name, seam, problem) => {
  const defect: Defect = {name, breaks: 'workspace.account.read-answers-200', ...seam};
  const mock = await createMock({control: false, world: 'empty', defects: withDefects([defect])});
  const world = await mock.worlds.create({id: 'w', seed: 1, defects: [name]});
  const key = ([...world.table('keys').all()][0] as KeyRow).secret;
  const opinion = await secondOpinion(mock.urls.workspace);
  await fetch(`${opinion.url}/w/w/api/v1/account`, {
    headers: {authorization: `Bearer ${seam.seam === 'refusal' ? 'nobody' : key}`},
  });
  expect(opinion.disagreements.map(({problems}) => problems.join('; '))).toEqual([
    expect.stringContaining(problem),
  ]);
  await opinion.close();
  await mock.close();
});

/** `npm test` plays the tables, which have every operation answer in every way. */
const isPlayed = ({table}: Check): boolean => inject('all') || table === true;

/** Two validators that share no code and one document: ajv in the suite, prism here. */
test("prism finds nothing wrong in any response of a full run, nor does the suite through prism's front", async () => {
  const specifications = loadSpecifications();
  const mock = await createMock({world: 'empty'});
  const opinions = {
    workspace: await secondOpinion(mock.urls.workspace),
    store: await secondOpinion(mock.urls.store),
  };
  try {
    const target = new MockTarget({
      control: mock.urls.control!,
      seed: 1,
      profiles: {workspace: specifications.workspace.profile, store: specifications.store.profile},
      proxies: {workspace: opinions.workspace.url, store: opinions.store.url},
    });
    const {rules} = await run({
      specifications: specifications,
      checks: allChecks(specifications, 1).checks.filter(isPlayed),
      target,
      seed: 1,
      clock: realClock,
    });
    expect(
      rules
        .filter((rule) => rule.verdict !== 'passed')
        .map(({rule, verdict, reason}) => ({rule, verdict, reason})),
    ).toEqual([]);
    for (const api of ['workspace', 'store'] as const) {
      const {judged, disagreements, outside} = opinions[api];
      expect(disagreements.slice(0, 5)).toEqual([]);
      const documented = Object.values(specifications[api].contract.operations).map(
        (operation) => operation.id,
      );
      expect(new Set([...judged.keys()].map((key) => key.split(' ')[0]))).toEqual(
        new Set(documented),
      );
      expect([...judged.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(outside);
    }
  } finally {
    for (const opinion of Object.values(opinions)) await opinion.close();
    await mock.close();
  }
});
