import type {RunRecord} from '../spec/run-record.ts';
import type {RunOptions} from '../suites/engine/begin/run-options.ts';
import {shrinkFailures, type ShrunkFailures} from '../suites/shrinking/failures.ts';
import type {CertifyOptions} from './certify-command.ts';
import {embedded, type EmbeddedMock} from './embedded.ts';
import {withProgress} from './progress.ts';

/** The most time for simplifying the failures of one run. */
const SHRINK_MS = 120_000;

/** What is known of a run whose failures are simplified. */
interface Ended {
  /** Its options, with all checks that fixtures may name. */
  run: RunOptions;
  isInterrupted: boolean;
  /** Called before anything is sent. */
  before(): void;
}

/**
 * Looks for shorter ways to the failures of a run, whose verdict is decided. On a deployment, steps are left out as far
 * as the embedded mock passes what is left.
 */
export async function withShrunkFailures(
  record: RunRecord,
  {shrink, shrinkRequests, maxRequests = Infinity}: CertifyOptions,
  {run, isInterrupted, before}: Ended,
): Promise<RunRecord> {
  const isSomeFailed = record.rules.some(({verdict}) => verdict === 'failed');
  if (!shrink || !isSomeFailed || isInterrupted || record.couldNotBegin !== undefined)
    return record;
  before();
  const mocks: EmbeddedMock[] = [];
  const obedient = async () => {
    const mock = await embedded(run.specifications, run.seed);
    mocks.push(mock);
    return mock.target;
  };
  try {
    const shrunk = await withProgress('it may wait for a limit', ({show}) =>
      shrinkFailures(record.rules, {
        options: run,
        ...(run.target.shared && {obedient}),
        requests: Math.min(shrinkRequests, maxRequests - record.requests),
        forMs: SHRINK_MS,
        progress: (done, of, rule) => show(done, of, `a shorter way to ${rule}`),
      }),
    );
    return withStories(record, shrunk);
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
}

/** The record with the simpler ways, and with what looking for them left behind. */
function withStories(
  record: RunRecord,
  {rules, requests, residue, leftInUse}: ShrunkFailures,
): RunRecord {
  const all = {...record.residue};
  for (const [kind, count] of Object.entries(residue)) all[kind] = (all[kind] ?? 0) + count;
  const inUse = [...(record.leftInUse ?? []), ...leftInUse];
  return {
    ...record,
    rules,
    residue: all,
    ...(inUse.length && {leftInUse: inUse}),
    ...(requests && {shrinkingRequests: requests}),
  };
}
