import {EXIT_CODES} from '../spec/exit-codes.ts';
import type {Api} from '../spec/rule.ts';
import type {RunRecord} from '../spec/run-record.ts';
import {countsText, failedRules, isCertified, mayCertify, outcome, withoutText} from './summary.ts';

const API_NAMES: Record<Api, string> = {
  workspace: 'Workspace Publishing API',
  store: 'Store Integration API',
};

/** What every report begins with, in this order: first what matters to somebody who knows no exit code. */
export interface Heading {
  /** The verdict and what it is about, for example `Certified without the MCP server: Folio 4.2 of Acme`. */
  verdict: string;
  /** What passed or failed, in sentences. */
  outcome: string;
  /** By whom and against what it was tested, the number of rules with each verdict, and the exit code. */
  tested: string;
  /** Addresses, seed and effort. */
  target: string;
}

/** Describes the result of a run. Every format begins with these texts. */
export const headingOf = (record: RunRecord): Heading => ({
  verdict: `${verdictTitle(record)}: ${productText(record.target)}`,
  outcome: outcome(record),
  tested: testedText(record),
  target: targetLine(record),
});

/** The result in a few words. Only a run that may certify its target says that it does not. */
function verdictTitle(record: RunRecord): string {
  if (record.interrupted) return 'Interrupted';
  if (isCertified(record)) return `Certified${withoutText(record)}`;
  if (record.exitCode === EXIT_CODES.passed) return 'Passed';
  if (record.couldNotBegin !== undefined || !record.rules.length) return 'Nothing decided';
  if (mayCertify(record)) return 'Not certified';
  const isFailed = record.exitCode === EXIT_CODES.failed || failedRules(record).length > 0;
  return isFailed ? 'Failed' : 'Not decided';
}

/** Names what was tested: the product if the configuration names it, for example `Folio 4.2 (build 77) of Acme`. */
function productText({kind, name, ...described}: RunRecord['target']): string {
  const {vendor, product, version, build} = described;
  const target = kind === 'mock' ? name : `deployment ${name}`;
  const of = vendor === undefined ? '' : ` of ${vendor}`;
  return [
    product ?? target,
    ...(version === undefined ? [] : [version]),
    ...(build === undefined ? [] : [`(build ${build})`]),
  ]
    .join(' ')
    .concat(of);
}

function testedText(record: RunRecord): string {
  const apis = record.target.apis.map((api) => API_NAMES[api]).join(' and the ');
  const by = `Tested by presscheck ${record.presscheck} against the ${apis}`;
  return `${by}: ${countsText(record)}. Exit code ${record.exitCode}.`;
}

/** For example `Target: embedded mock (http://localhost:4019), seed 1, effort standard`. */
function targetLine({target, seed, effort, nonce}: RunRecord): string {
  const {kind, name} = target;
  const urls = Object.values(target.urls).join(', ');
  const made = nonce === undefined ? '' : `, nonce ${nonce}`;
  const through = target.proxies ? `, through the proxy ${target.proxies.join(', ')}` : '';
  const what = `${kind === 'mock' ? name : `deployment ${name}`}${urls && ` (${urls})`}${through}`;
  return `Target: ${what}, seed ${seed}, effort ${effort.name}${made}`;
}
