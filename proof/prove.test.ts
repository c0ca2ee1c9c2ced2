import {afterAll, beforeAll, expect, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import type {Defect} from '../mock/defect.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {frontsWithSeeds, holesOf, prove} from './prove.ts';

const RULE = 'workspace.uploads.original-size-is-what-was-sent';
const DEFECTS: Defect[] = [
  {name: 'nothing', breaks: RULE, seam: 'around', in: ['getPublication'], around: (next) => next},
  {
    name: 'another title',
    breaks: RULE,
    seam: 'member',
    situation: 'publication',
    pointer: '/title',
    edit: {set: 'another'},
  },
];

let mock: Mock;
beforeAll(
  async () => void (mock = await createMock({world: 'empty', defects: withDefects(DEFECTS)})),
);
afterAll(() => mock.close());

test('a surviving defect is reported with whether any response showed it', async () => {
  const specifications = loadSpecifications();
  const checks = allChecks(specifications).checks.filter(({rule}) => rule === RULE);
  const profiles = {
    workspace: specifications.workspace.profile,
    store: specifications.store.profile,
  };
  const {trials} = await prove({
    specifications,
    checks,
    checksFor: () => checks,
    defects: DEFECTS,
    seeds: [],
    fronts: {},
    clock: realClock,
    mock: (defect) =>
      new MockTarget({
        control: mock.urls.control!,
        seed: 1,
        profiles,
        ...(defect && {world: {defect: defect.name}}),
      }),
  });
  expect(trials.map(({saw}) => saw)).toEqual([
    'passed; no response differs from those of the mock without the defect',
    'passed; a response of getPublication differs, but no judge reports it',
  ]);
});

test.each([
  [
    1,
    [
      ['a', 1],
      ['b', 1],
    ],
  ],
  [
    3,
    [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ],
  ],
  [0, []],
])('with %i seeds every front and every seed is tried once at least', (count, runs) => {
  const seeds = Array.from({length: count}, (_none, index) => index + 1);
  expect(frontsWithSeeds(['a', 'b'], seeds)).toEqual(runs);
});

test('accusations with the same reason are reported once', () => {
  const one = {rule: RULE, verdict: 'failed', reason: 'because'};
  const accusations = [
    {...one, front: 'as it is', seed: 1},
    {...one, front: 'relabelled', seed: 2},
  ];
  expect(holesOf({trials: [], proofs: [], accusations})).toEqual([
    `not green on the mock without defects (as it is seed 1, relabelled seed 2): ${RULE} failed because`,
  ]);
});
