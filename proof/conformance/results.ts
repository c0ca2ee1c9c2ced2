import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** What stands in `scenarios.yaml`. */
export interface Scope {
  runner: string;
  protocols: string[];
  other_protocols: Record<string, string>;
  applies: string[];
  left_out: Record<string, string>;
}

/** A scenario that the runner has for servers, with the protocols it is for. */
export interface Scenario {
  name: string;
  protocols: string[];
}

/** How many checks of one run of a scenario came out how. */
export interface Outcome {
  passed: number;
  failed: number;
  warned: number;
  /** Passed, without the check of every scenario that what was said is well-formed. */
  own: number;
  errors: string[];
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** The scenarios of `conformance list` that test servers; those of clients there are left aside. */
export function listed(text: string): Scenario[] {
  let heading = '';
  const scenarios: Scenario[] = [];
  for (const line of text.split('\n')) {
    const [, name, protocols] = /^ +- (\S+) \[([^\]]*)\]$/.exec(line) ?? [];
    if (/^\S.*:$/.test(line)) heading = line;
    if (name && !heading.startsWith('Client'))
      scenarios.push({name, protocols: protocols!.split(',')});
  }
  return scenarios;
}

/** What a run left in a folder, by scenario. */
export function outcomesIn(folder: string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    const name = /^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1];
    const file = join(folder, entry, 'checks.json');
    if (!name || !existsSync(file)) continue;
    const checks = JSON.parse(readFileSync(file, 'utf8')) as Check[];
    const count = (status: string): number =>
      checks.filter((check) => check.status === status).length;
    outcomes.set(name, {
      passed: count('SUCCESS'),
      failed: count('FAILURE'),
      warned: count('WARNING'),
      own: checks.filter(({id, status}) => status === 'SUCCESS' && id !== 'wire-schema-valid')
        .length,
      errors: checks
        .filter(({status}) => status === 'FAILURE' || status === 'WARNING')
        .map(
          ({id, status, errorMessage}) =>
            `${id} ${status.toLowerCase()}: ${errorMessage ?? 'no reason told'}`,
        ),
    });
  }
  return outcomes;
}

/**
 * Everything that must not be: a scenario that nobody placed, one that is gone, one that applies
 * and did not pass, one left out that passes.
 */
export function troubles(
  scope: Scope,
  scenarios: Scenario[],
  outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): string[] {
  const found: string[] = [];
  const names = new Set(scenarios.map(({name}) => name));
  const placed = [...scope.applies, ...Object.keys(scope.left_out)];
  for (const name of placed)
    if (!names.has(name)) found.push(`${name}: the runner has no such scenario`);
  for (const name of new Set(placed.filter((one, at) => placed.indexOf(one) !== at)))
    found.push(`${name}: stands twice in scenarios.yaml`);
  for (const protocol of new Set(scenarios.flatMap(({protocols}) => protocols)))
    if (!scope.protocols.includes(protocol) && !scope.other_protocols[protocol])
      found.push(`protocol ${protocol}: neither spoken nor left out with a reason`);
  for (const {name, protocols} of scenarios) {
    const applies = scope.applies.includes(name);
    if (!applies && !scope.left_out[name])
      found.push(`${name}: new to scenarios.yaml; does it apply?`);
    const spoken = protocols.filter((protocol) => scope.protocols.includes(protocol));
    if (applies && !spoken.length)
      found.push(`${name}: applies, but to no protocol that is spoken`);
    for (const protocol of spoken) {
      const outcome = outcomes.get(protocol)?.get(name);
      if (!outcome) found.push(`${name} (${protocol}): left no result`);
      else if (applies && (outcome.failed || !outcome.own))
        found.push(
          `${name} (${protocol}): ${outcome.failed ? outcome.errors.join('; ') : 'nothing was checked'}`,
        );
      else if (!applies && !outcome.failed && outcome.own)
        found.push(`${name} (${protocol}): left out, but it passes`);
    }
  }
  return found;
}

/**
 * A line per scenario: what applies first, with passed/failed per protocol, then what is left out
 * and why.
 */
export function table(
  scope: Scope,
  scenarios: Scenario[],
  outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): string {
  const width = Math.max(...scenarios.map(({name}) => name.length)) + 2;
  const cell = (name: string, protocol: string): string => {
    const outcome = outcomes.get(protocol)?.get(name);
    return outcome
      ? `${outcome.passed}/${outcome.failed}${outcome.warned ? ` (${outcome.warned} warned)` : ''}`
      : '-';
  };
  const row = (name: string, cells: string[]): string =>
    `${name.padEnd(width)}${cells.map((one) => one.padEnd(18)).join('')}`.trimEnd();
  const applied = scenarios.filter(({name}) => scope.applies.includes(name));
  return [
    row('applies: passed/failed', scope.protocols),
    ...applied.map(({name}) =>
      row(
        name,
        scope.protocols.map((protocol) => cell(name, protocol)),
      ),
    ),
    '',
    row('left out', ['why']),
    ...scenarios
      .filter((one) => !applied.includes(one))
      .map(({name}) => row(name, [scope.left_out[name] ?? '?'])),
    '',
  ].join('\n');
}
