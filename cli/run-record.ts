import {triesTooFew} from '../reports/ranks.ts';
import {isCertified} from '../reports/summary.ts';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import type {Profile} from '../spec/profile.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {EffortRecord, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {compareExpectations} from '../suites/engine/conclude/expectations.ts';
import {placesText} from '../suites/engine/conclude/verdict.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import type {RunResult} from '../suites/engine/begin/run-options.ts';
import type {Config} from '../suites/target/config.ts';
import type {Target} from '../suites/target/target.ts';
import {version} from './version.ts';

/** What the command knows about a run in addition to its result. */
export interface RunFacts {
  only: string[];
  /** Set by `--accept not-exercised`. */
  acceptsNotExercised: boolean;
  seed: number;
  effort: EffortRecord;
  /** Of quick effort: at how many places standard effort tests each rule. */
  placesOf?: ReadonlyMap<RuleId, number> | undefined;
  config: Config | undefined;
  target: Target;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/**
 * Makes the run record, from which all reports are made.
 * @param interruptedWith the exit code for the signal that ended the run early
 */
export function recordOf(
  result: RunResult,
  {only, acceptsNotExercised, seed, effort, placesOf, config, target, startedAt}: RunFacts,
  interruptedWith: number | undefined,
): RunRecord {
  const started = new Date(startedAt).toISOString();
  const today = started.slice(0, 10);
  const quick = effort.name === 'quick';
  const compared = compareExpectations(result.rules, config?.expected ?? [], today, {
    partial: only.length > 0 || quick,
    quick,
    acceptsNotExercised,
  });
  const record = {
    presscheck: version(),
    catalogue: '1',
    target: targetOf(target, config, result),
    ...(config && {configuration: configurationOf(config)}),
    seed,
    effort: {...effort, ...(result.rounds && {deep: result.rounds})},
    ...(result.nonce !== undefined && {nonce: result.nonce}),
    startedAt: started,
    finishedAt: new Date(realClock.epoch()).toISOString(),
    ...(interruptedWith !== undefined && {interrupted: true as const}),
    ...(result.couldNotBegin !== undefined && {couldNotBegin: result.couldNotBegin}),
    only,
    ...(acceptsNotExercised && {acceptsNotExercised}),
    plan: result.plan,
    requests: result.requests,
    residue: result.residue,
    ...noticed(result),
    coverage: result.coverage,
    rules: placesOf ? result.rules.map((rule) => atSomePlaces(rule, placesOf)) : result.rules,
    supply: result.supply,
    expected: compared.expected,
    ...(config?.mustTry !== undefined && {mustTry: config.mustTry}),
    exitCode: interruptedWith ?? compared.exitCode,
  };
  const gated = {...record, exitCode: gatedExitCode(record)};
  return {...gated, certified: isCertified(gated)};
}

/** The exit code of a run, if it has tried as many pairs as the configuration demands (`must_try`). */
const gatedExitCode = (record: Omit<RunRecord, 'certified'>): number =>
  record.exitCode === EXIT_CODES.passed && triesTooFew(record)
    ? EXIT_CODES.notExercised
    : record.exitCode;

/** What was noticed beside the rules; members without content are absent. */
const noticed = ({
  leftInUse,
  repeatedAtFirst,
  hooksNotUndone,
  brokenHooks,
}: RunResult): Pick<
  RunRecord,
  'leftInUse' | 'repeatedAtFirst' | 'hooksNotUndone' | 'brokenHooks'
> => ({
  ...(leftInUse && {leftInUse}),
  ...(repeatedAtFirst && {repeatedAtFirst}),
  ...(hooksNotUndone && {hooksNotUndone}),
  ...(brokenHooks && {brokenHooks}),
});

const targetOf = (
  {name, kind, urls, apis, proxies}: Target,
  config: Config | undefined,
  {absent}: RunResult,
): RunRecord['target'] => ({
  name,
  kind,
  urls,
  apis,
  ...config?.described,
  ...(absent && {absent}),
  ...(proxies?.used.length && {proxies: proxies.used}),
});

/** What a configuration says that verdicts rest on: no secret, and no value of a sample. */
function configurationOf({
  profiles,
  bases,
  hooks,
  samples,
}: Config): NonNullable<RunRecord['configuration']> {
  const apis = Object.keys(bases) as Api[];
  return {
    profiles: Object.fromEntries(apis.map((api) => [api, linesOf(profiles[api])])),
    hooks: Object.keys(hooks),
    samples: Object.keys(samples),
  };
}

/** The lines of a profile by their keys. */
const linesOf = (profile: Profile): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(profile).flatMap(([section, lines]) =>
      Object.entries(lines).map(([key, value]) => [`${section}.${key}`, value]),
    ),
  );

/** A rule that passed at quick effort, with the number of places that standard effort tests. */
function atSomePlaces(rule: RuleVerdict, placesOf: ReadonlyMap<RuleId, number>): RuleVerdict {
  const tested = rule.places.filter(({verdict}) => verdict === 'passed').length;
  const of = placesOf.get(rule.rule) ?? tested;
  if (rule.verdict !== 'passed' || tested >= of) return rule;
  const others = rule.exercised ? [] : [rule.note].filter((note) => note !== undefined);
  const exercised = {places: tested, of};
  return {...rule, note: [placesText(exercised), ...others].join('; '), exercised};
}
