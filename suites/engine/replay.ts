import {defined} from '../../spec/defined.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict, Violation} from '../../spec/run-record.ts';
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

/** What a replay came to. */
export interface Replayed {
  verdict: Verdict;
  /** What was found, in lines for people. */
  lines: string[];
  /** Every request of the attempt that decided, in the order in which they were sent. */
  exchanges: Exchange[];
  /** The steps whose responses are not what they have to be. */
  wrongSteps: ReadonlySet<string>;
}

/**
 * Sends the steps of a fixture and judges them. Without a rule no response may break the contract
 * either.
 */
export async function replay(fixture: Fixture, options: RunOptions): Promise<Replayed> {
  const hasJudge = originalOf(fixture, options.checks) !== undefined;
  const check = checkOf(fixture, options.checks, options.specifications);
  const sent: Exchange[] = [];
  const seen = (exchange: Exchange): void => void sent.push(exchange);
  const {rules, leftInUse = []} = await run({...options, checks: [check], seen});
  const place = rules.find(({rule}) => rule === check.rule)?.places[0];
  const others = rules.filter(({rule, verdict}) => rule !== check.rule && verdict === 'failed');
  const failed = !hasJudge && (place?.blocked === true || others.length > 0);
  return {
    verdict: failed ? 'failed' : (place?.verdict ?? 'harness-error'),
    lines: [
      ...linesOf(place, hasJudge),
      ...others.flatMap(inPassing),
      ...(leftInUse.length ? [`still in use: ${leftInUse.join(', ')}`] : []),
    ],
    exchanges: decidingAttempt(sent, fixture.steps, place),
    wrongSteps: new Set(
      [...(place?.violations ?? []), ...others.flatMap(violationsOf)].map(({step}) => step),
    ),
  };
}

/**
 * The exchanges of the attempt that decided, out of those of all attempts. Outer steps are sent in
 * their order: where an earlier one follows, another attempt begins.
 */
function decidingAttempt(
  sent: readonly Exchange[],
  steps: readonly Step[],
  place: PlaceVerdict | undefined,
): Exchange[] {
  const outer = new Map(
    steps.flatMap((step, index) => [...everyStep([step])].map(({id}) => [id, index] as const)),
  );
  const attempts: Exchange[][] = [[]];
  let reached = 0;
  for (const exchange of sent) {
    const index = outer.get(exchange.step) ?? reached;
    if (index < reached) attempts.push([]);
    attempts.at(-1)?.push(exchange);
    reached = index;
  }
  const deciding = place?.attempts?.findIndex(({verdict}) => verdict === place.verdict) ?? 0;
  return attempts[Math.max(0, deciding)] ?? [];
}

/** What a place came to; without a judge every response is a witness, and is not listed again. */
function linesOf(place: PlaceVerdict | undefined, hasJudge: boolean): string[] {
  if (!place) return [];
  const observed = hasJudge ? place.witnesses : [];
  return [
    ...observed.map(({of, saw}) => `saw ${of}: ${saw}`),
    ...place.violations.map(
      ({expected, got, branch}) => `expected ${expected}, got ${got} [${branch}]`,
    ),
    ...(place.reason ? [place.reason] : []),
  ];
}

const violationsOf = ({places}: RuleVerdict): Violation[] =>
  places.flatMap(({violations}) => violations);

const inPassing = (verdict: RuleVerdict): string[] =>
  violationsOf(verdict).map(
    ({expected, got}) => `in passing, ${verdict.rule}: expected ${expected}, got ${got}`,
  );
