import {defined} from '../../spec/defined.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../spec/run-record.ts';
import type {Exchange, Step, Val} from '../../spec/step.ts';
import {summaryOf} from '../judge.ts';
import type {Check} from '../check.ts';
import type {Handle} from '../script.ts';
import type {Fixture} from './fixture.ts';
import {run} from './run.ts';
import type {RunOptions} from './run-options.ts';
import {everyStep} from './steps.ts';

/**
 * Makes a check of a fixture. With a rule and its handles the rule's judge decides; otherwise every
 * step with `expects` has to bring that situation.
 */
export function checkOf(
  fixture: Fixture,
  checks: Check[],
  specifications: Record<Api, Specification>,
): Check {
  const original = originalOf(fixture, checks);
  const handles = original ? recordedHandles(fixture) : expectingHandles(fixture);
  return {
    rule: fixture.rule ?? anyRule(specifications),
    place: fixture.place ?? '*',
    scene: {
      id: `fixture ${fixture.fixture}`,
      api: apiOf(fixture.steps),
      asRecorded: true,
      ...(original?.scene.exhausts && {exhausts: true}),
      act: (s) => {
        s.steps.push(...fixture.steps);
        return handles;
      },
    },
    judge: original?.judge ?? witnessesOnly,
    ...(original?.sequence && {sequence: original.sequence}),
    ...(fixture.draw && original?.draw && {draw: original.draw}),
  };
}

/**
 * The check that recorded it; of a model a check of the very commands that are recorded, of a
 * property one of the very values.
 */
function originalOf(
  {rule, place = '*', sequence, draw, classes}: Fixture,
  checks: Check[],
): Check | undefined {
  const found = checks.filter((check) => check.rule === rule && check.place === place);
  if (sequence) return found.find((check) => check.sequence)?.sequence?.of(sequence) ?? found[0];
  if (draw)
    return found.find((check) => drawsAlike(check, draw))?.draw?.of(draw, classes) ?? found[0];
  return found.find((check) => !check.draw && !check.sequence) ?? found[0];
}

/** Whether a check draws values of the same names: a rule may have several properties. */
const drawsAlike = ({draw}: Check, values: Record<string, Val>): boolean =>
  draw !== undefined && sortedNames(draw.values) === sortedNames(values);

const sortedNames = (values: Record<string, Val>): string => Object.keys(values).sort().join();

const recordedHandles = ({handles = {}}: Fixture): Record<string, Handle> =>
  Object.fromEntries(
    Object.entries(handles).flatMap(([name, [id]]) =>
      id === undefined ? [] : [[name, handle(id)]],
    ),
  );

const expectingHandles = ({steps}: Fixture): Record<string, Handle> =>
  Object.fromEntries(steps.filter((step) => 'expects' in step).map(({id}) => [id, handle(id)]));

const handle = (id: string): Handle => ({id, at: (pointer) => ({$from: id, at: pointer})});

/** A fixture without a rule is run under any: only its responses in passing are judged. */
const anyRule = (specifications: Record<Api, Specification>): RuleId =>
  defined(Object.values(specifications)[0]?.rules[0], 'a rule in the catalogue').id;

/** Every response is a witness: what it has to be stands in the steps. */
const witnessesOnly: Check['judge'] = (seen: Record<string, Exchange>) => ({
  witnesses: Object.entries(seen).map(([of, exchange]) => ({of, saw: summaryOf(exchange)})),
  violations: [],
});

const apiOf = (steps: Step[]): Api => {
  for (const step of everyStep(steps)) if (step.step === 'call') return step.api;
  return 'workspace';
};

/**
 * Sends the steps of a fixture and judges them. Without a rule no response may break the contract
 * either.
 * @returns the verdict, and what was found in lines for people
 */
export async function replay(
  fixture: Fixture,
  options: RunOptions,
): Promise<{verdict: Verdict; lines: string[]}> {
  const hasJudge = originalOf(fixture, options.checks) !== undefined;
  const check = checkOf(fixture, options.checks, options.specifications);
  const {rules, leftInUse = []} = await run({...options, checks: [check]});
  const place = rules.find(({rule}) => rule === check.rule)?.places[0];
  const others = rules.filter(({rule, verdict}) => rule !== check.rule && verdict === 'failed');
  const failed = !hasJudge && (place?.blocked === true || others.length > 0);
  return {
    verdict: failed ? 'failed' : (place?.verdict ?? 'harness-error'),
    lines: [
      ...linesOf(place),
      ...others.flatMap(inPassing),
      ...(leftInUse.length ? [`still in use: ${leftInUse.join(', ')}`] : []),
    ],
  };
}

function linesOf(place: PlaceVerdict | undefined): string[] {
  if (!place) return [];
  return [
    ...place.witnesses.map(({of, saw}) => `${of}: ${saw}`),
    ...place.violations.map(
      ({expected, got, branch}) => `expected ${expected}, got ${got} [${branch}]`,
    ),
    ...(place.reason ? [place.reason] : []),
  ];
}

const inPassing = ({rule, places}: RuleVerdict): string[] =>
  places
    .flatMap(({violations}) => violations)
    .map(({expected, got}) => `in passing, ${rule}: expected ${expected}, got ${got}`);
