import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The content of `scenarios.yaml`: which scenarios apply to the mock, and why others do not. */
export interface Scope {
  /** Version of the conformance runner. */
  runner: string;
  /** Protocol versions that the mock speaks. */
  protocols: string[];
  /** Protocol versions that are left out, with the reason. */
  other_protocols: Record<string, string>;
  applies: string[];
  /** Scenarios that do not apply, with the reason. */
  left_out: Record<string, string>;
}

/** A scenario that the runner has for servers, with the protocol versions it is for. */
export interface Scenario {
  name: string;
  protocols: string[];
}

/** How many checks of one run of a scenario had which result. */
export interface Outcome {
  passed: number;
  failed: number;
  warned: number;
  /** Passed, without the check of every scenario that messages are well-formed. */
  own: number;
  errors: string[];
}

/** Outcomes by protocol version and scenario. */
export type Outcomes = ReadonlyMap<string, ReadonlyMap<string, Outcome>>;

/** A check as the runner writes it to `checks.json`. */
interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** The scenarios of `conformance list` that test servers; those that test clients are left out. */
export function scenariosIn(text: string): Scenario[] {
  let heading = '';
  const scenarios: Scenario[] = [];
  for (const line of text.split('\n')) {
    if (/^\S.*:$/.test(line)) heading = line;
    const [, name, protocols = ''] = /^ +- (\S+) \[([^\]]*)\]$/.exec(line) ?? [];
    if (name && !heading.startsWith('Client'))
      scenarios.push({name, protocols: protocols.split(',')});
  }
  return scenarios;
}

/** The outcomes in the folder that a run left, by scenario. */
export function outcomesIn(folder: string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    const name = /^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1];
    const file = join(folder, entry, 'checks.json');
    if (name && existsSync(file))
      outcomes.set(name, outcomeOf(JSON.parse(readFileSync(file, 'utf8')) as Check[]));
  }
  return outcomes;
}

function outcomeOf(checks: Check[]): Outcome {
  const withStatus = (...statuses: string[]): Check[] =>
    checks.filter(({status}) => statuses.includes(status));
  const errors = withStatus('FAILURE', 'WARNING').map(
    ({id, status, errorMessage = 'no reason given'}) =>
      `${id} ${status.toLowerCase()}: ${errorMessage}`,
  );
  return {
    passed: withStatus('SUCCESS').length,
    failed: withStatus('FAILURE').length,
    warned: withStatus('WARNING').length,
    own: withStatus('SUCCESS').filter(({id}) => id !== 'wire-schema-valid').length,
    errors,
  };
}

/**
 * Everything that must not be, one sentence each: a scenario that `scenarios.yaml` does not name,
 * one that the runner does not have, one that applies and did not pass, one left out that passes.
 */
export const troubles = (scope: Scope, scenarios: Scenario[], outcomes: Outcomes): string[] => [
  ...troublesOfNames(scope, scenarios),
  ...troublesOfProtocols(scope, scenarios),
  ...scenarios.flatMap((scenario) => troublesOf(scenario, scope, outcomes)),
];

function troublesOfNames(scope: Scope, scenarios: Scenario[]): string[] {
  const known = new Set(scenarios.map(({name}) => name));
  const named = [...scope.applies, ...Object.keys(scope.left_out)];
  const missing = named.filter((name) => !known.has(name));
  const repeated = new Set(named.filter((name, index) => named.indexOf(name) !== index));
  return [
    ...missing.map((name) => `${name}: the runner has no such scenario`),
    ...[...repeated].map((name) => `${name}: stands twice in scenarios.yaml`),
  ];
}

function troublesOfProtocols(scope: Scope, scenarios: Scenario[]): string[] {
  const protocols = new Set(scenarios.flatMap((scenario) => scenario.protocols));
  return [...protocols]
    .filter((protocol) => !scope.protocols.includes(protocol) && !scope.other_protocols[protocol])
    .map((protocol) => `protocol ${protocol}: neither spoken nor left out with a reason`);
}

function troublesOf({name, protocols}: Scenario, scope: Scope, outcomes: Outcomes): string[] {
  const found: string[] = [];
  const applies = scope.applies.includes(name);
  if (!applies && !scope.left_out[name])
    found.push(`${name}: new to scenarios.yaml; does it apply?`);
  const spoken = protocols.filter((protocol) => scope.protocols.includes(protocol));
  if (applies && !spoken.length) found.push(`${name}: applies, but to no protocol that is spoken`);
  for (const protocol of spoken) {
    const trouble = troubleOf(outcomes.get(protocol)?.get(name), applies);
    if (trouble !== undefined) found.push(`${name} (${protocol}): ${trouble}`);
  }
  return found;
}

function troubleOf(outcome: Outcome | undefined, applies: boolean): string | undefined {
  if (!outcome) return 'left no result';
  const passes = !outcome.failed && outcome.own > 0;
  if (applies === passes) return undefined;
  if (!applies) return 'left out, but it passes';
  return outcome.failed ? outcome.errors.join('; ') : 'nothing was checked';
}

/**
 * A table with a row for each scenario: first those that apply, with passed/failed checks for each
 * protocol, then those that are left out, with the reason.
 */
export function table(scope: Scope, scenarios: Scenario[], outcomes: Outcomes): string {
  const width = Math.max(...scenarios.map(({name}) => name.length)) + 2;
  const row = (name: string, cells: string[]): string =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padEnd(18)).join('')}`.trimEnd();
  const applies = ({name}: Scenario): boolean => scope.applies.includes(name);
  const cellsOf = ({name}: Scenario): string[] =>
    scope.protocols.map((protocol) => cell(outcomes.get(protocol)?.get(name)));
  return [
    row('applies: passed/failed', scope.protocols),
    ...scenarios.filter(applies).map((scenario) => row(scenario.name, cellsOf(scenario))),
    '',
    row('left out', ['why']),
    ...scenarios
      .filter((scenario) => !applies(scenario))
      .map(({name}) => row(name, [scope.left_out[name] ?? '?'])),
    '',
  ].join('\n');
}

function cell(outcome: Outcome | undefined): string {
  if (!outcome) return '-';
  const {passed, failed, warned} = outcome;
  return `${passed}/${failed}${warned ? ` (${warned} warned)` : ''}`;
}
