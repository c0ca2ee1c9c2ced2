import {createHash} from 'node:crypto';
import type {Api} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import type {Check} from '../../suites/language/check.ts';
import {fixtureReader} from '../../suites/engine/fixtures/read-fixture.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {configReader} from '../../suites/target/config/reader.ts';
import type {Fault} from '../independent/faults.ts';
import {failuresOf, shownAgain, type Shown, type Trying} from './reproduce.ts';

/** Which rules are checked at first: those of the fault's row, of their chapters, or all. */
export const SCOPES = ['rule', 'chapter', 'whole'] as const;

export type Scope = (typeof SCOPES)[number];

/** A fault with the failures that it caused. */
export interface FaultTried {
  fault: Fault;
  shown: Shown[];
  seconds: number;
}

/** Everything that trying again needs, for all faults. */
export const tryingWith = (specifications: Record<Api, Specification>, seed: number): Trying => ({
  specifications,
  seed,
  read: configReader(specifications),
  conformance: new Map(),
  checks: allChecks(specifications, seed).checks,
  readFixture: fixtureReader(specifications),
});

/** Certifies a server with a fault, and tries each of its failures again. */
export async function tryAgain(
  fault: Fault,
  scope: Scope,
  hooks: boolean,
  trying: Trying,
): Promise<FaultTried> {
  const began = realClock.now();
  const chosen = {api: fault.api, fault: fault.name, hooks};
  const {failed, run} = await failuresOf(chosen, checksIn(fault, scope, trying), trying);
  const shown: Shown[] = [];
  for (const one of failed) shown.push(await shownAgain(chosen, one, run, trying));
  return {fault, shown, seconds: Math.round((realClock.now() - began) / 1000)};
}

function checksIn(
  {api, row}: Fault,
  scope: Scope,
  {checks, specifications}: Pick<Trying, 'checks' | 'specifications'>,
): Check[] {
  const own = checks.filter(({scene}) => scene.api === api);
  const covering = specifications[api].rules.filter(({covers}) => covers.includes(row));
  if (scope === 'whole' || !covering.length) return own;
  const rules = new Set(covering.map(({id}) => id));
  const chapters = new Set(covering.map(({id}) => id.split('.')[1]));
  return own.filter(({rule}) =>
    scope === 'rule' ? rules.has(rule) : chapters.has(rule.split('.')[1]),
  );
}

/** Some of the faults, drawn by a text: the same ones for the same text, whichever others there are. */
export function drawn(all: readonly Fault[], count: number, by: string): Fault[] {
  const keyed = all.map((fault) => ({
    fault,
    key: createHash('sha256').update(`${by} ${fault.api} ${fault.name}`).digest('hex'),
  }));
  return keyed
    .sort((a, b) => a.key.localeCompare(b.key))
    .slice(0, count)
    .map(({fault}) => fault);
}
