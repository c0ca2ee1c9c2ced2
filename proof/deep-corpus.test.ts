import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {defined} from '../spec/defined.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import {choiceOf} from '../suites/generation/effort-choice.ts';
import {sharedCorpus} from '../suites/explore/corpus.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

const specifications = loadSpecifications();
const profiles = {
  workspace: specifications.workspace.profile,
  store: specifications.store.profile,
};
const RULE = 'store.plans.moves-are-the-listed-ones';
const checks = allChecks(specifications, 1, 'deep').checks.filter(
  ({rule, sequence}) => rule === RULE && sequence,
);

/** Runs the sequences of a model at deep effort. @returns what was kept, and how many sequences were sent */
async function deep(fixtures: Fixture[]): Promise<{kept: Fixture[]; sequences: number}> {
  const mock = await createMock({world: 'empty'});
  const control = defined(mock.urls.control, 'the control plane');
  const target = new MockTarget({control, seed: 1, profiles});
  const kept: Fixture[] = [];
  const inputs = {specifications, checks, target, seed: 1};
  const corpus = sharedCorpus(fixtures, inputs, (one) => kept.push(one));
  const {rounds} = choiceOf({effort: 'deep', maxRequests: 500}, inputs, corpus);
  try {
    const {coverage} = await run({
      ...inputs,
      clock: realClock,
      rounds: defined(rounds, 'the rounds of deep effort'),
    });
    return {kept, sequences: coverage.models[0]?.sequences ?? 0};
  } finally {
    await mock.close();
  }
}

test('deep effort keeps what covered something new, and begins with it the next time', async () => {
  const {kept, sequences} = await deep([]);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter(({rule, sequence, draw}) => rule !== RULE || !(sequence ?? draw))).toEqual([]);
  const next = await deep(kept);
  expect(next.kept.map(({steps}) => steps)).not.toEqual(kept.map(({steps}) => steps));
  expect(next.sequences).toBeGreaterThanOrEqual(sequences);
});
