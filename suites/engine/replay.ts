import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {PlaceVerdict, Verdict} from '../../spec/run-record.ts';
import type {Exchange, Step} from '../../spec/step.ts';
import {summaryOf} from '../judge.ts';
import type {Check} from '../check.ts';
import type {Handle} from '../script.ts';
import type {Fixture} from './fixture.ts';
import {run} from './run.ts';
import type {RunOptions} from './run-options.ts';
import {everyStep} from './steps.ts';

/**
 * A fixture as a check. With a rule and its handles the rule's judge decides; otherwise every step
 * that says `expects` has to be answered so.
 */
export function checkOf(
  fixture: Fixture,
  checks: Check[],
  specifications: Record<Api, Specification>,
): Check {
  const original = originalOf(fixture, checks);
  const handle = (id: string): Handle => ({id, at: (pointer) => ({$from: id, at: pointer})});
  const named = original
    ? Object.entries(fixture.handles ?? {}).map(([name, [id]]) => [name, handle(id!)])
    : fixture.steps.filter((step) => 'expects' in step).map(({id}) => [id, handle(id)]);
  return {
    rule: fixture.rule ?? Object.values(specifications)[0]!.rules[0]!.id,
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
    judge:
      original?.judge ??
      ((seen: Record<string, Exchange>) => ({
        witnesses: Object.entries(seen).map(([of, exchange]) => ({of, saw: summaryOf(exchange)})),
        violations: [],
      })),
  };
}

/** The check that recorded it; of a model, a check of the very commands that are recorded. */
function originalOf({rule, place = '*', sequence}: Fixture, checks: Check[]): Check | undefined {
  const found = checks.find((check) => check.rule === rule && check.place === place);
  return sequence && found?.sequence ? found.sequence.of(sequence) : found;
}

/**
 * Sends a fixture's steps and judges them. Without a rule no answer may break the contract either.
 */
export async function replay(
  fixture: Fixture,
  options: Omit<RunOptions, 'checks'> & {checks: Check[]},
): Promise<{verdict: Verdict; lines: string[]}> {
  const original = originalOf(fixture, options.checks);
  const check = checkOf(fixture, options.checks, options.specifications);
  const result = await run({...options, checks: [check]});
  const place: PlaceVerdict | undefined = result.rules.find((rule) => rule.rule === check.rule)
    ?.places[0];
  const blocked =
    !original && place?.verdict === 'inconclusive' && place.reason?.startsWith('blocked');
  const inPassing = result.rules.filter(
    (rule) => rule.rule !== check.rule && rule.verdict === 'failed',
  );
  const verdict =
    blocked || (!original && inPassing.length) ? 'failed' : (place?.verdict ?? 'harness-error');
  return {
    verdict,
    lines: [
      ...(place?.witnesses ?? []).map(({of, saw}) => `${of}: ${saw}`),
      ...(place?.violations ?? []).map(
        ({expected, got, branch}) => `expected ${expected}, got ${got} [${branch}]`,
      ),
      ...(place?.reason ? [place.reason] : []),
      ...inPassing.flatMap(({rule, places}) =>
        places
          .flatMap((one) => one.violations)
          .map(({expected, got}) => `in passing, ${rule}: expected ${expected}, got ${got}`),
      ),
    ],
  };
}

const apiOf = (steps: Step[]): Api => {
  for (const step of everyStep(steps)) if (step.step === 'call') return step.api;
  return 'workspace';
};
