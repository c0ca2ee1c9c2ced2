import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks, furtherRounds} from '../all-checks.ts';
import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {contractsOf} from '../engine/facts/contracts.ts';
import {fixtureText} from '../engine/fixtures/fixture.ts';
import {fixtureReader} from '../engine/fixtures/read-fixture.ts';
import {planRun} from '../engine/plan/plan.ts';
import {prepare} from '../engine/plan/prepare.ts';
import {testTarget} from '../testing/target.ts';
import {beginning, corpusChecks, requireRunnable} from './corpus.ts';
import {fixtureOfScene} from '../shrinking/replays.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);
const call = {step: 'call', id: 's1', api: 'store', op: 'listUsers', as: 'admin'} as const;
const fixture = (of: Partial<Fixture>): Fixture => ({fixture: 'a', steps: [call], ...of});

test('a sequence of a rule without a model, or with a command that there is no more, is refused', () => {
  const refusing = (of: Partial<Fixture>) => () =>
    requireRunnable(fixture(of), 'a.yaml', checks, specifications);
  const sequence = [{id: 0, does: 'create'}];
  const model = 'store.users.moves-are-the-listed-ones';
  expect(refusing({rule: model, sequence})).not.toThrow();
  expect(refusing({rule: 'store.users.email-is-unique', sequence})).toThrow(/a\.yaml: .*sequences/);
  expect(refusing({rule: model, sequence: [{id: 0, does: 'explode'}]})).toThrow(/no command/);
  expect(refusing({rule: 'store.users.created-is-as-given', draw: {shoe: 1}})).toThrow(/draws/);
});

test('half of the requests are left for what is new, and another seed begins elsewhere', () => {
  const corpus = Array.from({length: 10}, (_, index) => fixture({fixture: `f${index}`}));
  const names = (seed: number, most: number): string[] =>
    beginning(corpus, seed, most).map((one) => one.fixture);
  expect(names(1, 8)).toEqual(['f1', 'f2', 'f3', 'f4']);
  expect(names(13, 8)).toEqual(['f3', 'f4', 'f5', 'f6']);
  expect(names(1, 100)).toHaveLength(10);
  expect(beginning([], 1, 8)).toEqual([]);
});

/** The fixtures of every sequence and draw of a round, as an exploration keeps them. */
function keptInRound(round: number): {kept: Fixture; check: Check}[] {
  const next = furtherRounds(specifications, 3)(round);
  const target = testTarget('http://localhost:1', {shared: false});
  const {prepared} = planRun({...next, specifications, target});
  const checkOf = new Map(next.checks.map((check) => [check.scene.id, check]));
  return prepared.map((scene) => {
    const {id} = scene;
    const check = defined(checkOf.get(id), id);
    return {check, kept: fixtureOfScene(scene, check, [], id)};
  });
}

test('what an exploration keeps can be read again, and is judged by the rules of its draw', () => {
  const read = fixtureReader(specifications);
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-kept-'));
  const file = join(folder, 'kept.yaml');
  const judgedNames = new Set<string>();
  for (const {kept, check} of keptInRound(1)) {
    writeFileSync(file, fixtureText(kept));
    const again = read(file);
    expect(again).toEqual(JSON.parse(JSON.stringify(kept)));
    const name = check.draw?.property ?? check.rule;
    if (judgedNames.has(name)) continue;
    judgedNames.add(name);
    expect(() => requireRunnable(again, file, checks, specifications)).not.toThrow();
    const judged = corpusChecks([again], checks, specifications);
    expect(judged.map(({rule}) => rule)).toContain(kept.rule);
    expect(judged[0]?.draw?.property).toBe(check.draw?.property);
    expect(new Set(judged.map(({scene}) => scene.id)).size).toBe(1);
  }
  rmSync(folder, {recursive: true});
}, 240_000);

test('files of one name are scenes of their own, and all rules that share a draw judge it', () => {
  const [one, other] = ['store: any plan round 1 draw 1', 'store: any plan round 1 draw 2'].map(
    (name) => keptInRound(1).find(({kept}) => kept.fixture === name)?.kept,
  );
  const corpus = [defined(one, 'a draw'), {...defined(other, 'a draw'), fixture: one!.fixture}];
  const judged = corpusChecks(corpus, checks, specifications);
  const scenes = new Map(judged.map(({scene}) => [scene.id, scene]));
  expect(scenes.size).toBe(2);
  expect(judged.length).toBeGreaterThan(2);
  for (const [index, scene] of [...scenes.values()].entries())
    expect(prepare(scene, {lacks: () => undefined}, contractsOf(specifications)).act).toEqual(
      corpus[index]!.steps,
    );
});
