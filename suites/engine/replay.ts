import type {Law} from '../../spec/law.ts';
import {isObject} from '../../spec/json.ts';
import {UsageError} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {PlaceVerdict, Verdict} from '../../spec/run-record.ts';
import type {Exchange, Step} from '../../spec/step.ts';
import {told} from '../judge.ts';
import type {Check} from '../check.ts';
import type {Handle} from '../script.ts';
import type {Fixture} from './fixture.ts';
import {everyStep} from './plan.ts';
import {run, type RunOptions} from './run.ts';

const KINDS = ['call', 'upload', 'parallel', 'repeat', 'walk', 'advance', 'control'];

/**
 * Judges a fixture before anything is sent.
 * @throws UsageError that names file and field and what would be right
 */
export function readFixture(file: string, said: unknown, laws: Record<Api, Law>): Fixture {
  if (!isObject(said)) throw new UsageError(`${file}: a fixture is a mapping with \`fixture\` and \`steps\``);
  if (typeof said.fixture !== 'string') throw new UsageError(`${file}: \`fixture\` is its name, a text`);
  if (!Array.isArray(said.steps) || !said.steps.length) throw new UsageError(`${file}: \`steps\` is a list with at least one step`);
  said.steps.forEach((step, index) => judgeStep(step, `${file}: steps.${index}`, laws));
  const known = new Set<string>();
  for (const step of everyStep(said.steps as Step[])) {
    for (const id of references(step)) if (!known.has(id)) throw new UsageError(`${file}: step ${step.id} refers to ${id}, which no step before it is called`);
    known.add(step.id);
  }
  if (said.rule !== undefined && !Object.values(laws).some((law) => law.rules.some((rule) => rule.id === said.rule)))
    throw new UsageError(`${file}: \`rule\` ${JSON.stringify(said.rule)} is none of the catalogue`);
  return said as unknown as Fixture;
}

function judgeStep(step: unknown, where: string, laws: Record<Api, Law>): void {
  if (!isObject(step) || !KINDS.includes(String(step.step))) throw new UsageError(`${where}.step: one of ${KINDS.join(', ')}`);
  if (typeof step.id !== 'string') throw new UsageError(`${where}.id: a name for the step, a text`);
  if (step.step === 'call') {
    const law = laws[step.api as Api];
    if (!law) throw new UsageError(`${where}.api: workspace or store`);
    const operation = law.contract.operations[String(step.op)];
    if (!operation) throw new UsageError(`${where}.op: one of ${Object.keys(law.contract.operations).join(', ')}`);
    if (step.as === undefined) throw new UsageError(`${where}.as: in whose name the call is made, such as ${step.api === 'store' ? 'admin' : 'full'}`);
    if (step.expects !== undefined && !operation.outcomes.some((outcome) => outcome.situation === step.expects))
      throw new UsageError(`${where}.expects: one of ${operation.outcomes.map((outcome) => outcome.situation).join(', ')}`);
  }
  const inner = step.step === 'parallel' ? (step.branches as unknown[][])?.flat() : step.step === 'repeat' ? (step.body as unknown[]) : step.step === 'walk' ? [step.page] : [];
  if (!Array.isArray(inner)) throw new UsageError(`${where}: its inner steps are a list`);
  inner.forEach((one, index) => judgeStep(one, `${where}.${index}`, laws));
  if (step.step === 'advance' && !(typeof step.ms === 'number' && step.ms >= 0)) throw new UsageError(`${where}.ms: milliseconds, zero or more`);
  if (step.step === 'repeat' && !(Number.isInteger(step.times) && Number(step.times) >= 0)) throw new UsageError(`${where}.times: a whole number`);
}

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  if (typeof value.$from === 'string') return [value.$from];
  return Object.entries(value).flatMap(([name, member]) => (['body', 'branches', 'page', 'between'].includes(name) && isSteps(member) ? [] : references(member)));
}

const isSteps = (value: unknown): boolean => {
  const first = Array.isArray(value) ? value.flat()[0] : value;
  return isObject(first) && ('step' in first || 'after' in first);
};

/**
 * A fixture as a check. With a rule and its handles the rule's judge decides; otherwise every step that says `expects`
 * has to be answered so.
 */
export function checkOf(fixture: Fixture, checks: Check[], laws: Record<Api, Law>): Check {
  const original = originalOf(fixture, checks);
  const handle = (id: string): Handle => ({id, at: (pointer) => ({$from: id, at: pointer})});
  const named = original
    ? Object.entries(fixture.handles ?? {}).map(([name, [id]]) => [name, handle(id!)])
    : fixture.steps.filter((step) => 'expects' in step).map(({id}) => [id, handle(id)]);
  return {
    rule: fixture.rule ?? Object.values(laws)[0]!.rules[0]!.id,
    place: fixture.place ?? '*',
    scene: {
      id: `fixture ${fixture.fixture}`,
      api: apiOf(fixture.steps),
      ...(original?.scene.exhausts && {exhausts: true}),
      act: (s) => {
        s.steps.push(...fixture.steps);
        return Object.fromEntries(named);
      },
    },
    judge: original?.judge ?? ((seen: Record<string, Exchange>) => ({witnesses: Object.entries(seen).map(([of, exchange]) => ({of, saw: told(exchange)})), violations: []})),
  };
}

const originalOf = (fixture: Fixture, checks: Check[]): Check | undefined =>
  checks.find((check) => check.rule === fixture.rule && check.place === (fixture.place ?? '*'));

/** Sends a fixture's steps and judges them. Without a rule no answer may break the contract either. */
export async function replay(
  fixture: Fixture,
  options: Omit<RunOptions, 'checks'> & {checks: Check[]},
): Promise<{verdict: Verdict; lines: string[]}> {
  const original = originalOf(fixture, options.checks);
  const check = checkOf(fixture, options.checks, options.laws);
  const result = await run({...options, checks: [check]});
  const place: PlaceVerdict | undefined = result.rules.find((rule) => rule.rule === check.rule)?.places[0];
  const blocked = !original && place?.verdict === 'inconclusive' && place.reason?.startsWith('blocked');
  const inPassing = result.rules.filter((rule) => rule.rule !== check.rule && rule.verdict === 'failed');
  const verdict = blocked || (!original && inPassing.length) ? 'failed' : (place?.verdict ?? 'harness-error');
  return {
    verdict,
    lines: [
      ...(place?.witnesses ?? []).map(({of, saw}) => `${of}: ${saw}`),
      ...(place?.violations ?? []).map(({expected, got, branch}) => `expected ${expected}, got ${got} [${branch}]`),
      ...(place?.reason ? [place.reason] : []),
      ...inPassing.flatMap(({rule, places}) =>
        places.flatMap((one) => one.violations).map(({expected, got}) => `in passing, ${rule}: expected ${expected}, got ${got}`)),
    ],
  };
}

const apiOf = (steps: Step[]): Api => {
  for (const step of everyStep(steps)) if (step.step === 'call') return step.api;
  return 'workspace';
};
