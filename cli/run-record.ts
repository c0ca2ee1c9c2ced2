import type {RuleId} from '../spec/rule.ts';
import type {EffortRecord, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {compareExpectations} from '../suites/engine/verdicts/expectations.ts';
import {placesText} from '../suites/engine/verdicts/verdict.ts';
import {realClock} from '../suites/engine/ports.ts';
import type {RunResult} from '../suites/engine/run-options.ts';
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
  return {
    presscheck: version(),
    catalogue: '1',
    target: described(target),
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
    ...(result.leftInUse && {leftInUse: result.leftInUse}),
    ...(result.repeatedAtFirst && {repeatedAtFirst: result.repeatedAtFirst}),
    ...(result.hooksNotUndone && {hooksNotUndone: result.hooksNotUndone}),
    coverage: result.coverage,
    rules: placesOf ? result.rules.map((rule) => atSomePlaces(rule, placesOf)) : result.rules,
    supply: result.supply,
    expected: compared.expected,
    exitCode: interruptedWith ?? compared.exitCode,
  };
}

/** A target as reports name it, with the proxies that were used. */
function described({name, kind, urls, apis, proxies}: Target): RunRecord['target'] {
  const used = proxies?.used ?? [];
  return {name, kind, urls, apis, ...(used.length && {proxies: used})};
}

/** A rule that passed at quick effort, with the number of places that standard effort tests. */
function atSomePlaces(rule: RuleVerdict, placesOf: ReadonlyMap<RuleId, number>): RuleVerdict {
  const tested = rule.places.filter(({verdict}) => verdict === 'passed').length;
  const of = placesOf.get(rule.rule) ?? tested;
  if (rule.verdict !== 'passed' || tested >= of) return rule;
  const others = rule.exercised ? [] : [rule.note].filter((note) => note !== undefined);
  const exercised = {places: tested, of};
  return {...rule, note: [placesText(exercised), ...others].join('; '), exercised};
}
