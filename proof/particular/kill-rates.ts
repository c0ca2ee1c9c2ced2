import type {RuleId} from '../../spec/rule.ts';
import type {ParticularTrial} from './trials.ts';

/** How often the suite detected one defect. */
export interface KillRate {
  defect: string;
  kind: string;
  runs: number;
  /** The number of runs in which some rule failed. */
  found: number;
  /** The number of runs in which the rule failed that the defect breaks. */
  byOwnRule: number;
  /** The number of runs in which each rule failed. */
  failed: Record<RuleId, number>;
}

/** The detection rates of all defects, in the order in which they first occur in the trials. */
export function killRates(trials: readonly ParticularTrial[]): KillRate[] {
  const byDefect = grouped(trials, ({defect}) => defect);
  return [...byDefect].map(([defect, own]) => ({
    defect,
    kind: own[0]?.kind ?? '',
    runs: own.length,
    found: own.filter(({failed}) => failed.length > 0).length,
    byOwnRule: own.filter((trial) => trial.byOwnRule).length,
    failed: timesOf(own.flatMap(({failed}) => failed)),
  }));
}

/** Groups by a name, in the order in which the names first occur. */
function grouped<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one)) ?? [];
    groups.set(nameOf(one), [...group, one]);
  }
  return groups;
}

function timesOf(rules: RuleId[]): Record<RuleId, number> {
  const times: Record<RuleId, number> = {};
  for (const rule of rules) times[rule] = (times[rule] ?? 0) + 1;
  return times;
}

/** Identifies a trial: overlapping shards contain some trials twice. */
export const nameOfTrial = ({effort, seed, defect}: ParticularTrial): string =>
  `${effort} ${seed} ${defect}`;

/**
 * A table of the detection rates by kind, each defect with the rules that failed; then the means, and again the
 * defects that are detected in less than half of the runs.
 */
export function rateLines(rates: readonly KillRate[]): string[] {
  const kinds = grouped(rates, ({kind}) => kind);
  const rare = rates.filter(({found, runs}) => found * 2 < runs);
  return [
    ...[...kinds].flatMap(([kind, own]) => [`${kind}: ${meansOf(own)}`, ...own.map(lineOf), '']),
    `${rates.length} defects: ${meansOf(rates)}`,
    `Never found: ${rates.filter(({found}) => found === 0).length}; ` +
      `in less than half of the runs: ${rare.length}`,
    ...rare.map(({kind, defect, found, runs}) => `  ${percent(found, runs)}  ${kind}  ${defect}`),
  ];
}

function lineOf({defect, runs, found, byOwnRule, failed}: KillRate): string {
  const rules = Object.entries(failed).map(([rule, times]) =>
    times === runs ? rule : `${rule} (${times})`,
  );
  const figures = `${percent(found, runs)} found, ${percent(byOwnRule, runs)} by its own rule`;
  return `  ${figures}  ${defect}${rules.length ? `\n      ${rules.join(', ')}` : ''}`;
}

function meansOf(rates: readonly KillRate[]): string {
  const runs = sum(rates.map((rate) => rate.runs));
  const found = sum(rates.map((rate) => rate.found));
  const byOwnRule = sum(rates.map((rate) => rate.byOwnRule));
  const failures = sum(rates.flatMap(({failed}) => Object.values(failed)));
  const each = found ? (failures / found).toFixed(1) : '0.0';
  return (
    `${percent(found, runs)} found, ${percent(byOwnRule, runs)} by their own rules, ` +
    `${each} failed rules for each run that found one`
  );
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

const percent = (some: number, all: number): string =>
  `${all ? Math.round((100 * some) / all) : 0} %`.padStart(5);
