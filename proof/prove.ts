import type {Defect} from '../mock/defect.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import type {Exchange} from '../spec/step.ts';
import type {Check} from '../suites/check.ts';
import type {WaitingClock} from '../suites/engine/pacer.ts';
import {conformanceOf} from '../suites/engine/conformance.ts';
import {run} from '../suites/engine/run.ts';
import type {RunOptions} from '../suites/engine/run-options.ts';
import type {Target} from '../suites/target/target.ts';
import type {Front} from './fronts.ts';

/** What became of one defect. */
export interface Trial {
  defect: string;
  rule: RuleId;
  place?: string;
  /** Whether the rule's own check saw it. */
  killed: boolean;
  saw: string;
}

/** A rule's proof: every place needs a defect that its check kills. */
export interface Proof {
  rule: RuleId;
  places: {place: string; killed: number; defects: number}[];
}

/** What a proof found. */
export interface ProofResult {
  trials: Trial[];
  proofs: Proof[];
  /**
   * What was not green on an untouched mock: a false accusation, or a check that decides nothing
   * there.
   */
  accusations: Accusation[];
}

/** A rule that is not green on a mock that obeys the documents. */
export interface Accusation {
  seed: number;
  front: string;
  rule: RuleId;
  verdict: string;
  reason: string;
}

/** What a proof is made of. */
export interface ProofOptions {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** The same for a seed: it makes up the sequences. */
  checksFor(seed: number): Check[];
  defects: Defect[];
  seeds: number[];
  /** Ways to a mock that is as documented, by name. */
  fronts: Record<
    string,
    (specifications: Record<Api, Specification>, seed: number) => Promise<Front>
  >;
  /** A mock with one defect in every world, or with none. */
  mock(defect?: Defect): Target;
  clock: WaitingClock;
  progress?: (done: number, of: number, what: string) => void;
}

/** Runs every check against its defects, and all of them against mocks that have none. */
export async function prove(options: ProofOptions): Promise<ProofResult> {
  const {specifications, checks, clock} = options;
  const accusations: ProofResult['accusations'] = [];
  const trials: Trial[] = [];
  const fronts = options.seeds.flatMap((seed) =>
    Object.entries(options.fronts).map(([front, open]) => ({front, open, seed})),
  );
  const seed = options.seeds[0] ?? 1;
  let conformance: ReturnType<typeof conformanceOf> | undefined;
  const all = fronts.length + options.defects.length;
  let done = 0;
  const tell = (what: string): void => options.progress?.(done++, all, what);
  for (const {front, open, seed} of fronts) {
    tell(`untouched mock, ${front}, seed ${seed}`);
    accusations.push(
      ...(await accusationsOn(
        specifications,
        options.checksFor(seed),
        await open(specifications, seed),
        seed,
        clock,
      )),
    );
  }
  for (const defect of options.defects) {
    tell(defect.name);
    const mine = checks.filter(
      (check) =>
        check.rule === defect.breaks &&
        (defect.place === undefined || check.place === defect.place),
    );
    const target = options.mock(defect);
    conformance ??= conformanceOf(specifications, target);
    let end = {killed: false, saw: 'no check decides this rule at this place'};
    // One check after the other: the first that sees the defect is enough.
    for (const check of mine) {
      const {rules} = await run({
        specifications: specifications,
        checks: [check],
        target,
        seed,
        clock,
        conformance,
      });
      end = outcomeOf(rules.find((rule) => rule.rule === defect.breaks));
      if (end.killed) break;
    }
    if (!end.killed && mine.length)
      end.saw += `; ${await difference({specifications, checks: mine, target, seed, clock}, options.mock())}`;
    trials.push({...identity(defect), ...end});
  }
  return {trials, proofs: proofsOf(checks, trials), accusations};
}

/**
 * Runs checks on a mock that has no defect, and closes it: what is not green is a false accusation,
 * or undecided for no reason.
 */
export async function accusationsOn(
  specifications: Record<Api, Specification>,
  checks: Check[],
  front: Front,
  seed: number,
  clock: WaitingClock,
): Promise<Accusation[]> {
  try {
    const {rules} = await run({
      specifications: specifications,
      checks,
      target: front.target,
      seed,
      clock: front.clock ?? clock,
    });
    return rules
      .filter(
        ({rule, verdict, note}) =>
          !(verdict === 'passed' && !note?.startsWith('differs')) && !front.hides?.(rule, verdict),
      )
      .map(({rule, verdict, reason, note}) => ({
        seed,
        front: front.name,
        rule,
        verdict,
        reason: reason ?? note ?? '',
      }));
  } finally {
    await front.close();
  }
}

/**
 * What the checks of a surviving defect missed: if all answers are those of the untouched mock, it
 * did nothing that they ask for.
 */
async function difference(options: RunOptions, untouched: Target): Promise<string> {
  const sound = await answersOf({...options, target: untouched});
  const other = (await answersOf(options)).find((answer) => !sound.includes(answer));
  return other
    ? `blind to what ${other.split('\n')[0]} answers`
    : "no answer differs from the untouched mock's";
}

/** Every answer that a mock gives, but for the name of the world and the time of day. */
async function answersOf(options: RunOptions): Promise<string[]> {
  const answers: string[] = [];
  const seen = ({
    op,
    status,
    headers: {date: _date, 'content-length': _length, ...headers},
    wire,
    body,
  }: Exchange): void =>
    void answers.push(
      `${op}\n${JSON.stringify([status, headers, wire ?? body])}`.replaceAll(/\/w\/w\d+/g, ''),
    );
  await run({...options, seen});
  return answers;
}

const identity = (defect: Defect) => ({
  defect: defect.name,
  rule: defect.breaks,
  ...(defect.place !== undefined && {place: defect.place}),
});

/**
 * A defect is killed when the rule fails; an `observed` rule has to change its note, a `variant`
 * its answer.
 */
function outcomeOf(rule: RuleVerdict | undefined): {killed: boolean; saw: string} {
  if (!rule) return {killed: false, saw: 'the rule was not decided'};
  if (rule.verdict === 'failed') {
    const [violation] = rule.places.find((place) => place.verdict === 'failed')?.violations ?? [];
    return {killed: true, saw: `expected ${violation?.expected}, got ${violation?.got}`};
  }
  if (rule.level !== 'must' && rule.note?.startsWith('differs'))
    return {killed: true, saw: rule.note};
  return {killed: false, saw: `${rule.verdict}${rule.reason ? `: ${rule.reason}` : ''}`};
}

function proofsOf(checks: Check[], trials: Trial[]): Proof[] {
  const places = new Map<RuleId, Set<string>>();
  for (const check of checks)
    places.set(check.rule, (places.get(check.rule) ?? new Set()).add(check.place));
  return [...places].map(([rule, named]) => ({
    rule,
    places: [...named].map((place) => {
      const mine = trials.filter(
        (trial) => trial.rule === rule && (trial.place === undefined || trial.place === place),
      );
      return {place, defects: mine.length, killed: mine.filter((trial) => trial.killed).length};
    }),
  }));
}

/** Everything that makes a proof red: survivors, places without a killed defect, accusations. */
export const holesOf = ({trials, proofs, accusations}: ProofResult): string[] => [
  ...folded(accusations),
  ...trials
    .filter((trial) => !trial.killed)
    .map((trial) => `survived: ${trial.defect} (${trial.saw})`),
  ...proofs.flatMap(({rule, places}) =>
    places.filter((place) => place.killed === 0).map(({place}) => `unproven: ${rule} at ${place}`),
  ),
];

/** Accusations that say the same, as one line. */
function folded(accusations: Accusation[]): string[] {
  const mocks = new Map<string, string[]>();
  for (const {front, seed, rule, verdict, reason} of accusations) {
    const said = `${rule} ${verdict} ${reason}`;
    mocks.set(said, [...(mocks.get(said) ?? []), `${front} seed ${seed}`]);
  }
  return [...mocks].map(
    ([said, where]) => `not green on the untouched mock (${where.join(', ')}): ${said}`,
  );
}
