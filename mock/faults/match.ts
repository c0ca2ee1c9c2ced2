import type {World} from '../world/world.ts';
import {ACTS, actName} from './acts.ts';
import type {FaultInterface, FaultMatch, OrderedFault} from './fault-rule.ts';
import {fitsPath} from './path-pattern.ts';
import {FAULT_INSTANT} from './rule-schema.ts';

/** What rules ask about a request. */
export interface RequestFacts {
  interface: FaultInterface;
  method: string;
  /** Without world and query. */
  path: string;
  /** Operations that the request names: several in a batch of MCP. */
  operations(): readonly string[];
  /** Names of its credential and the tenant of that; undefined without a valid one. */
  credential(): {names: readonly string[]; tenant: string} | undefined;
}

/** Whether a rule is about a request, apart from `nth` and `probability`. */
export function isAbout(rule: OrderedFault, facts: RequestFacts, world: World): boolean {
  const {match = {}} = rule;
  if (rule.enabled === false) return false;
  if (match.interface !== undefined && match.interface !== facts.interface) return false;
  if (match.method !== undefined && match.method !== facts.method) return false;
  if (match.path !== undefined && !fitsPath(match.path, facts.path)) return false;
  return (
    isWithin(match, rule.since, world.now()) &&
    isActPossible(rule, facts) &&
    isOperation(match, facts) &&
    isCredential(match, facts)
  );
}

function isActPossible({act}: OrderedFault, facts: RequestFacts): boolean {
  const name = actName(act);
  const {interfaces, operations} = (name && ACTS[name]) ?? {};
  if (interfaces && !interfaces.includes(facts.interface)) return false;
  return !operations || facts.operations().some((operation) => operations.includes(operation));
}

const isOperation = ({operation}: FaultMatch, facts: RequestFacts): boolean =>
  operation === undefined || facts.operations().includes(operation);

function isCredential({credential, tenant}: FaultMatch, facts: RequestFacts): boolean {
  if (credential === undefined && tenant === undefined) return true;
  const used = facts.credential();
  if (!used) return false;
  if (tenant !== undefined && tenant !== used.tenant) return false;
  return credential === undefined || used.names.includes(credential);
}

function isWithin({between}: FaultMatch, since: number, now: number): boolean {
  if (!between) return true;
  const [from, to] = between.map((bound) => instantOf(bound, since));
  return now >= (from ?? -Infinity) && now < (to ?? Infinity);
}

const UNITS: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000};

/** Epoch milliseconds of a bound. @param since when the rule was added or the world reset */
export function instantOf(bound: string | null, since: number): number | undefined {
  if (bound === null) return undefined;
  const [, count, unit] = FAULT_INSTANT.exec(bound) ?? [];
  return count === undefined ? Date.parse(bound) : since + Number(count) * (UNITS[unit ?? ''] ?? 0);
}
